import type { StationDetail } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { percentOf } from '../../../lib/percent-of.ts';
import { useMay } from '../../../lib/session/session-context.tsx';
import { CorrectedMark } from '../../../parts/stations/corrected-mark.tsx';
import { Figure, Figures } from '../../../ui/figure/figure.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { energySums } from '../detail/energy-sums.ts';
import { MoneyFigure } from './money-figure.tsx';
import styles from './own.module.css';

/** What the day brought so far, beside what the sun allowed. */
export function TodayCard({ station }: { station: StationDetail }) {
  const { t } = useTranslation('own');
  const format = useFormat();
  const { id, today, live } = station;
  const { data } = useCall(
    'stationEnergy',
    { params: { id }, query: { grain: 'day', from: today, to: today } },
    { refetchMs: 60_000 },
  );
  const mayMoney = useMay('tariffs.view');
  const sums = energySums(data?.buckets ?? [], '');
  return (
    <Card title={t('today.title')} extra={format.day(today)}>
      <Figures>
        <Figure
          label={t('today.made')}
          value={format.energyParts(live.energyToday)}
          time={live.lastDataAt}
          color="var(--energy-pv)"
          note={<CorrectedMark word kwh={live.energyToday} added={live.correction?.today} stationId={id} />}
        />
        {mayMoney ? <MoneyFigure stationId={id} /> : null}
        <Figure
          size="medium"
          label={t('today.used')}
          value={format.valueParts(sums.selfConsumption, '%', 0)}
          note={t('today.ofMade')}
          reason={t('today.noExport')}
        />
        <Figure
          size="medium"
          label={t('today.covered')}
          value={format.valueParts(sums.selfSufficiency, '%', 0)}
          note={t('today.ofUsed')}
          reason={t('today.noImport')}
        />
      </Figures>
      <Expected station={station} />
    </Card>
  );
}

/** What was made beside what the sun allowed until now. */
function Expected({ station: { live } }: { station: StationDetail }) {
  const { t } = useTranslation('own');
  const format = useFormat();
  const { energyToday, expectedToday: expected, expectedBy: by } = live;
  // A station is judged by what it measured.
  const made = energyToday === null ? null : energyToday - (live.correction?.today ?? 0);
  const share = percentOf(made, expected);
  if (expected === null || by === null || share === null)
    return <p className={styles.expected}>{t('today.noExpected')}</p>;
  const words = { energy: format.energy(expected), share: format.percent(share) };
  return (
    <div className={styles.expected}>
      <div className={styles.share} aria-hidden="true">
        <div style={{ width: `${Math.min(100, Math.max(0, share))}%` }} />
      </div>
      <p>{t(`today.by.${by}`, words)}</p>
    </div>
  );
}
