import { useTranslation } from 'react-i18next';
import { UNKNOWN } from '../../../lib/format/number.ts';
import { Choice, Field } from '../../../ui/form/field.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';
import styles from './editor.module.css';
import type { VersionProps } from './version-props.ts';

const WEEKENDS = [
  ['6,7', 'satSun'],
  ['5,6', 'friSat'],
  ['7', 'sun'],
] as const;

/** Weekend, holidays, subsidy and standing charge. */
export function MoreFields({ version, currency, faults, onChange }: VersionProps) {
  const { t } = useTranslation(['tariffs', 'rules']);
  const errorOf = (kind: string) => {
    const rule = [...faults].find(([at]) => at.startsWith(kind))?.[1];
    return rule && t(rule, { ns: 'rules' });
  };
  return (
    <section className={styles.direction} aria-label={t('more.title')}>
      <div className={styles.fields}>
        <Choice
          label={t('weekend.label')}
          value={version.weekend}
          options={WEEKENDS.map(([value, name]) => ({ value, label: t(`weekend.${name}`) }))}
          onChange={(weekend) => onChange({ ...version, weekend })}
        />
        <Field
          label={t('subsidy', { currency: currency || UNKNOWN })}
          inputMode="decimal"
          value={version.subsidy}
          error={errorOf('subsidy')}
          onChange={(event) => onChange({ ...version, subsidy: event.target.value })}
        />
        <Field
          label={t('standing.amount', { currency: currency || UNKNOWN })}
          inputMode="decimal"
          value={version.standing}
          error={errorOf('standing')}
          onChange={(event) => onChange({ ...version, standing: event.target.value })}
        />
        <Choice
          label={t('standing.per')}
          value={version.per}
          options={(['day', 'month'] as const).map((per) => ({ value: per, label: t(`standing.${per}`) }))}
          onChange={(per) => onChange({ ...version, per: per as 'day' | 'month' })}
        />
      </div>
      <TextArea
        label={t('holidays.label')}
        value={version.holidays}
        error={errorOf('holiday')}
        onChange={(event) => onChange({ ...version, holidays: event.target.value })}
      />
      <p className={styles.muted}>{t('holidays.hint')}</p>
    </section>
  );
}
