import type { StationDetail } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { csvBlob, download } from '../../ui/chart/download.ts';
import { Button } from '../../ui/form/button.tsx';
import { ChooseFiles } from '../../ui/form/choose-files.tsx';
import { designCsv, readDesignCsv } from './design-csv.ts';
import type { VersionDraft } from './design-draft.ts';
import styles from './design.module.css';

/** Larger files are no design: 500 arrays and as many strings take less. */
const LONGEST_FILE = 1_000_000;

interface DesignFileProps {
  station: StationDetail;
  versions: readonly VersionDraft[];
  /** What a file tells takes the place of all that is typed; one step back undoes it. */
  onRead: (versions: readonly VersionDraft[]) => void;
}

/** The whole design as a CSV file, both ways. */
export function DesignFile({ station, versions, onRead }: DesignFileProps) {
  const { t } = useTranslation('station-designs');
  const [wrong, setWrong] = useState<string>();
  const read = async ([chosen]: File[]) => {
    if (!chosen) return;
    const text = chosen.size > LONGEST_FILE ? '' : await chosen.text();
    const found = readDesignCsv(text, versions);
    if (!('versions' in found))
      return setWrong(t(`file.${found.wrong}`, { line: found.line, text: found.text }));
    if (found.versions.length === 0) return setWrong(t('file.noHead'));
    setWrong(undefined);
    return onRead(found.versions);
  };
  return (
    <details className={styles.more} open={wrong !== undefined || undefined}>
      <summary>{t('file.title')}</summary>
      <div className={styles.foot}>
        <Button onClick={() => download(`${station.name} design.csv`, csvBlob(designCsv(versions)))}>
          {t('file.save')}
        </Button>
        <ChooseFiles
          label={t('file.read')}
          accept=".csv,text/csv,text/plain"
          onFiles={(files) => void read(files)}
        />
      </div>
      {wrong === undefined ? null : (
        <p role="alert" className={styles.warning}>
          {wrong}
        </p>
      )}
    </details>
  );
}
