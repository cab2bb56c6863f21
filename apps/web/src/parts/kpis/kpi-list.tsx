import { KPI_MADE_OF, type KpiFigures, KPIS, type KpiName } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import styles from './kpis.module.css';
import { inputText, kpiText } from './kpi-text.ts';

/** Every key figure with the days that it rests on, or why it is not known; what it is made of opens below it. */
export function KpiList({ figures }: { figures: KpiFigures }) {
  return (
    <div className={styles.list}>
      {KPIS.map((name) => (
        <Kpi key={name} name={name} figures={figures} />
      ))}
    </div>
  );
}

function Kpi({ name, figures }: { name: KpiName; figures: KpiFigures }) {
  const { t } = useTranslation('kpis');
  const format = useFormat();
  const { gap, days: known } = figures.values[name];
  return (
    <details className={styles.kpi}>
      <summary>
        <span className={styles.name}>{t(`name.${name}`)}</span>
        <b className={styles.value}>{kpiText(figures, name, format)}</b>
        <span className={styles.note}>
          {gap ? t(`gap.${gap}`) : t('days', { known, days: figures.sums.days })}
        </span>
      </summary>
      <p>{t(`hint.${name}`)}</p>
      {gap ? null : (
        <dl aria-label={t('madeOf')}>
          {KPI_MADE_OF[name].map((input) => (
            <div key={input}>
              <dt>{t(`input.${input}`)}</dt>
              <dd>{inputText(figures, input, format)}</dd>
            </div>
          ))}
        </dl>
      )}
    </details>
  );
}
