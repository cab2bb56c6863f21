import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Words that charts, their tooltips and their tables share. */
export interface ChartWords {
  time: string;
  /** `0 to 4.04 kW` */
  span: (ends: { low: string; high: string }) => string;
  /** `AC power, lowest` */
  lowest: (name: string) => string;
  highest: (name: string) => string;
}

export function useChartWords(): ChartWords {
  const { t } = useTranslation('common');
  return useMemo(
    () => ({
      time: t('chart.time'),
      span: (ends) => t('chart.span', ends),
      lowest: (name) => t('chart.lowest', { name }),
      highest: (name) => t('chart.highest', { name }),
    }),
    [t],
  );
}
