import type { StationDetail } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { showNotice } from '../../ui/notice/notice-store.ts';
import { ChooseFiles } from '../../ui/form/choose-files.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import styles from './design.module.css';
import { HorizonPicture } from './horizon-picture.tsx';
import { readHorizon } from './read-horizon.ts';

/** Larger files are no horizon. */
const LONGEST_FILE = 100_000;

interface HorizonFieldsProps {
  text: string;
  station: StationDetail;
  error: string | undefined;
  onChange: (text: string) => void;
}

/** The horizon of a version: typed as lines or read from a file, and drawn while it is typed. */
export function HorizonFields({ text, station, error, onChange }: HorizonFieldsProps) {
  const { t } = useTranslation('station-designs');
  const { points, bad } = readHorizon(text);
  const read = async ([chosen]: File[]) => {
    if (!chosen) return;
    const found = chosen.size > LONGEST_FILE ? undefined : await chosen.text();
    if (found === undefined || readHorizon(found).points.length === 0)
      showNotice('error', t('horizon.noFile'));
    else onChange(found);
  };
  const wrong = bad === undefined ? error : t('horizon.bad', { line: bad });
  const isDrawn = bad === undefined && points.every(({ elevation }) => elevation <= 90);
  return (
    <details className={styles.more} open={Boolean(error) || undefined}>
      <summary>
        {t('horizon.title')}
        {points.length > 0 ? ` · ${t('horizon.points', { count: points.length })}` : ''}
      </summary>
      <div className={styles.version}>
        <div className={styles.lines}>
          <TextArea
            label={t('horizon.lines')}
            rows={8}
            value={text}
            spellCheck={false}
            placeholder={'0; 3\n90; 12\n180; 4'}
            error={wrong}
            onChange={(event) => onChange(event.target.value)}
          />
          <p className={styles.muted}>{t('horizon.hint')}</p>
          <div>
            <ChooseFiles
              label={t('horizon.file')}
              accept=".csv,.txt,.hor,text/csv,text/plain"
              onFiles={(files) => void read(files)}
            />
          </div>
        </div>
        {isDrawn ? <HorizonPicture horizon={points} station={station} /> : null}
      </div>
    </details>
  );
}
