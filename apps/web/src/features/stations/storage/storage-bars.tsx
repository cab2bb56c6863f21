import type { StationDetail, StationStorage } from '@sunfleet/contract';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { BarChart } from '../../../ui/chart/bar-chart.tsx';
import type { TrendRange } from '../../../lib/time/trend-range.ts';
import { throughputDrawing } from './storage-drawing.ts';

interface StorageBarsProps {
  station: StationDetail;
  storage: StationStorage;
  range: TrendRange;
  extra: ReactNode;
}

/** What the batteries took and gave in the days of a month or the months of a year. */
export function StorageBars({ station, storage, range, extra }: StorageBarsProps) {
  const { t } = useTranslation('storage');
  const format = useFormat();
  const { period, starts = [] } = range;
  const { buckets, charged, discharged } = storage;
  const drawing = useMemo(
    () =>
      throughputDrawing(
        { buckets, starts },
        {
          period: t('period'),
          charged: t('charged'),
          discharged: t('discharged'),
          nameOf: format.day,
          language: format.language,
        },
      ),
    [buckets, starts, format, t],
  );
  const told = [
    `${t('charged')} ${format.energy(charged)}`,
    `${t('discharged')} ${format.energy(discharged)}`,
  ];
  return (
    <BarChart
      title={t('throughput')}
      summary={[format.day(period), ...told].join('; ')}
      file={`${station.name}_${t('throughput')}_${period}`}
      drawing={drawing}
      height={220}
      extra={extra}
      empty={drawing.bars.length === 0}
    />
  );
}
