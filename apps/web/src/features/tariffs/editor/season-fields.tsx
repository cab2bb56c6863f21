import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/form/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import styles from './editor.module.css';
import { withoutSeason } from './tariff-draft.ts';
import type { VersionProps } from './version-props.ts';

/** Parts of the year with prices of their own. */
export function SeasonFields({ version, faults, onChange }: VersionProps) {
  const { t } = useTranslation(['tariffs', 'rules']);
  const { seasons } = version;
  const put = (at: number, part: Partial<(typeof seasons)[number]>) =>
    onChange({ ...version, seasons: seasons.with(at, { ...seasons[at]!, ...part }) });
  const errorOf = (at: number, kind: string) => {
    const rule = faults.get(`season ${at} ${kind}`);
    return rule && t(rule, { ns: 'rules' });
  };
  return (
    <section className={styles.direction} aria-label={t('season.title')}>
      {seasons.map((season, at) => (
        // oxlint-disable-next-line no-array-index-key
        <div key={at} className={styles.row}>
          <Field
            label={t('season.name')}
            maxLength={40}
            value={season.name}
            error={errorOf(at, 'name')}
            onChange={(event) => put(at, { name: event.target.value })}
          />
          <Field
            label={t('season.from')}
            value={season.from}
            error={errorOf(at, 'season')}
            onChange={(event) => put(at, { from: event.target.value })}
          />
          <Field
            label={t('season.to')}
            value={season.to}
            onChange={(event) => put(at, { to: event.target.value })}
          />
          <Button
            kind="quiet"
            aria-label={t('season.remove', { name: season.name })}
            onClick={() => onChange(withoutSeason(version, at))}
          >
            ✕
          </Button>
        </div>
      ))}
      <div>
        <Button
          onClick={() => onChange({ ...version, seasons: [...seasons, { name: '', from: '', to: '' }] })}
        >
          {t('season.add')}
        </Button>
      </div>
    </section>
  );
}
