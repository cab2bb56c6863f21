import type { PortfolioOverview } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { percentOf } from '../../lib/percent-of.ts';
import { Card } from '../../ui/page/card.tsx';
import { Figure, Figures } from '../../ui/figure/figure.tsx';
import styles from './portfolio.module.css';
import { StatusBars } from './status-bars.tsx';

/** What is wrong and what it costs today, before anything that is nice to know. What cannot be computed says why. */
export function Judgement({ overview }: { overview: PortfolioOverview }) {
  const { t } = useTranslation('portfolio');
  return (
    <Card title={t('judgement.title')}>
      <div className={styles.judgement}>
        <StatusBars of="alarm" counts={overview.alarms} />
        <Losses overview={overview} />
      </div>
    </Card>
  );
}

/** Of which the availability is told. */
const PAST_DAYS = 30;

function Losses({ overview }: { overview: PortfolioOverview }) {
  const { t } = useTranslation('portfolio');
  const format = useFormat();
  const { expectedToday: expected, energyOfExpected: energy, devicesOnline, devicesTotal } = overview;
  const share = (value: number | null) => ({ value: format.percent(value), unit: '' });
  const { performanceRatio } = overview;
  const past = useCall('portfolioAvailability', { query: { days: PAST_DAYS } }, { refetchMs: 3_600_000 });
  const { communication = null, technical = null } = past.data ?? {};
  const available = (part: number | null) => ({
    value: format.value(percentOf(part, 1), '%'),
    unit: '',
  });
  return (
    <div className={styles.losses}>
      <Figures>
        <Figure
          size="medium"
          label={t('judgement.lost')}
          value={format.energyParts(overview.lostToday)}
          reason={t('judgement.shareReason')}
          note={t('judgement.lostNote')}
        />
        <Figure
          size="medium"
          label={t('judgement.share')}
          value={share(percentOf(energy, expected))}
          reason={t('judgement.shareReason')}
          note={t('judgement.shareNote', {
            energy: format.energy(energy),
            expected: format.energy(expected),
          })}
        />
        <Figure
          size="medium"
          label={t('judgement.ratio')}
          value={share(percentOf(performanceRatio, 1))}
          reason={t('judgement.ratioReason')}
          note={t('judgement.ratioNote', { count: overview.measured })}
        />
        <Figure
          size="medium"
          label={t('judgement.available')}
          value={share(percentOf(devicesOnline, devicesTotal))}
          reason={t('judgement.availableReason')}
          note={t('judgement.availableNote', {
            online: format.number(devicesOnline, 0),
            all: format.number(devicesTotal, 0),
          })}
        />
        <Figure
          size="medium"
          label={t('judgement.communication')}
          value={available(communication)}
          {...(past.data ? { reason: t('judgement.communicationReason') } : {})}
          note={t('judgement.communicationNote', { days: format.number(PAST_DAYS, 0) })}
        />
        <Figure
          size="medium"
          label={t('judgement.technical')}
          value={available(technical)}
          {...(past.data ? { reason: t('judgement.technicalReason') } : {})}
          note={t('judgement.technicalNote', {
            telling: format.number(past.data?.tellingDevices ?? 0, 0),
            all: format.number(past.data?.devices ?? 0, 0),
            days: format.number(PAST_DAYS, 0),
          })}
        />
      </Figures>
    </div>
  );
}
