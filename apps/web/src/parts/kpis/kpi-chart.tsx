import { type KpiBuckets, KPIS, type KpiName } from '@sunfleet/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import { BarChart } from '../../ui/chart/bar-chart.tsx';
import { Choice } from '../../ui/form/field.tsx';
import { drawnKpi, kpiDrawing } from './kpi-drawing.ts';
import { kpiText } from './kpi-text.ts';
import styles from './kpis.module.css';
import type { KpiPeriod } from './use-kpi-period.ts';

interface KpiChartProps {
  /** Of whom: names the file. */
  of: string;
  answer: KpiBuckets;
  period: KpiPeriod;
}

/** One key figure over the parts of the period. */
export function KpiChart({ of, answer, period }: KpiChartProps) {
  const { t } = useTranslation('kpis');
  const format = useFormat();
  const drawn = drawnKpi(answer, period.drawn);
  const { starts } = period.span;
  const drawing = useMemo(() => {
    const names = Object.fromEntries(KPIS.map((name) => [name, t(`name.${name}`)])) as Record<
      KpiName,
      string
    >;
    const words = { period: t('column.period'), names, nameOf: format.day, language: format.language };
    return kpiDrawing(answer, { drawn, starts }, words);
  }, [answer, drawn, starts, t, format]);
  const name = t(`name.${drawn}`);
  const when = period.span.period === '' ? t('length.total') : format.day(period.span.period);
  return (
    <BarChart
      title={name}
      summary={`${when}; ${name} ${kpiText(answer.total, drawn, format)}`}
      file={`${of}_${t('file')}_${period.span.period}`}
      drawing={drawing}
      height={220}
      empty={drawing.bars.length === 0}
      extra={
        <span className={styles.drawn}>
          <Choice
            bare
            label={t('drawn')}
            value={drawn}
            options={KPIS.map((value) => ({ value, label: t(`name.${value}`) }))}
            onChange={(next) => period.onDrawn(KPIS.find((each) => each === next)!)}
          />
        </span>
      }
    />
  );
}
