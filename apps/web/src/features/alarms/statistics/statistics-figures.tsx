import type { AlarmStatistics } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { UNKNOWN } from '../../../lib/format/number.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Figure, Figures } from '../../../ui/figure/figure.tsx';

interface FiguresProps {
  statistics: AlarmStatistics;
}

const words = (value: string) => ({ value, unit: '' });
const share = (value: number | null) => (value === null ? null : 100 * value);

/** Whether people can cope with so many, beside what the standards call acceptable. */
export function RateFigures({ statistics }: FiguresProps) {
  const { t } = useTranslation('alarms');
  const format = useFormat();
  const { alarms, shielded, devices, rates, standing, topTenShare, chattering, fleeting } = statistics;
  const atMost = (most: string) => t('statistics.target', { most });
  return (
    <Figures wide>
      <Figure
        label={t('statistics.figure.alarms')}
        value={words(format.number(alarms, 0))}
        note={[
          t('statistics.ofShielded', { n: format.number(shielded, 0) }),
          devices > 0 ? t('statistics.perHundred', { n: format.number((100 * alarms) / devices, 1) }) : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      />
      <Figure
        label={t('statistics.figure.mean')}
        value={words(format.number(rates.mean, 2))}
        note={atMost(format.number(1, 0))}
      />
      <Figure
        label={t('statistics.figure.peak')}
        value={words(format.number(rates.peak, 0))}
        note={[atMost(format.number(10, 0)), rates.peakAt === null ? '' : format.dateTime(rates.peakAt)]
          .filter(Boolean)
          .join(' · ')}
      />
      <Figure
        label={t('statistics.figure.busy')}
        value={words(format.percent(share(rates.busyShare), 1))}
        note={atMost(format.percent(1, 0))}
      />
      <Figure
        label={t('statistics.figure.flood')}
        value={words(format.percent(share(rates.floodShare), 1))}
        note={`${atMost(format.percent(1, 0))} · ${t('statistics.floods', { n: format.number(rates.floods, 0) })}`}
      />
      <Figure
        label={t('statistics.figure.topTen')}
        value={words(format.percent(share(topTenShare), 0))}
        note={atMost(format.percent(5, 0))}
      />
      <Figure
        label={t('statistics.figure.standing')}
        value={words(format.number(standing, 0))}
        note={atMost(format.number(5, 0))}
      />
      <Figure
        label={t('statistics.figure.chattering')}
        value={words(format.number(chattering, 0))}
        note={atMost(format.number(0, 0))}
      />
      <Figure
        label={t('statistics.figure.fleeting')}
        value={words(format.number(fleeting, 0))}
        note={atMost(format.number(0, 0))}
      />
    </Figures>
  );
}

/** How long people and alarms took, and what it cost. */
export function TimeFigures({ statistics }: FiguresProps) {
  const { t } = useTranslation('alarms');
  const format = useFormat();
  const { confirmed, recovered, recurrence, lost } = statistics;
  const of = (n: number) => t('statistics.ofAlarms', { n: format.number(n, 0) });
  const duration = (mean: number | null) => words(mean === null ? UNKNOWN : format.duration(mean));
  return (
    <Figures>
      <Figure
        label={t('statistics.figure.confirmed')}
        value={duration(confirmed.mean)}
        note={of(confirmed.alarms)}
        reason={t('statistics.noneConfirmed')}
      />
      <Figure
        label={t('statistics.figure.recovered')}
        value={duration(recovered.mean)}
        note={of(recovered.alarms)}
        reason={t('statistics.noneRecovered')}
      />
      <Figure
        label={t('statistics.figure.recurrence')}
        value={words(format.percent(share(recurrence), 0))}
        note={t('statistics.recurrenceHint')}
      />
      <Figure
        label={t('column.loss')}
        value={format.energyParts(lost.energy === null ? null : lost.energy / 1000)}
        note={of(lost.alarms)}
        reason={t('statistics.noLoss')}
      />
    </Figures>
  );
}
