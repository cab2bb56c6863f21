import type { DeviceDetail } from '@sunfleet/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { usePointName } from '../../../parts/points/use-point-name.ts';
import { rangeField, rangeTimes, resolveRange } from '../../../lib/time/range.ts';
import { useNow } from '../../../lib/time/use-now.ts';
import { isoDayAt } from '../../../lib/time/zone.ts';
import { textsField, useUrlState } from '../../../lib/url-state.ts';
import { Card } from '../../../ui/page/card.tsx';
import { Loaded, Permitted } from '../../../ui/page/page.tsx';
import { SkeletonArea } from '../../../ui/page/skeleton.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { RangePicker } from '../../../ui/range/range-picker.tsx';
import type { LatestPoint, NamedPoint } from '../points/device-points.ts';
import { drawable, firstPoint } from './chosen-points.ts';
import { HistoryChart } from './history-chart.tsx';
import styles from './history.module.css';
import { PointChoice } from './point-choice.tsx';

const FIELDS = { points: textsField(), range: rangeField('today') };

/** Past values of chosen points over days of the station. */
export function HistoryTab({ device }: { device: DeviceDetail }) {
  return (
    <Permitted permission="telemetry.view">
      <DeviceHistory device={device} />
    </Permitted>
  );
}

function DeviceHistory({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation('devices');
  const latest = useCall('deviceLatest', { params: { id: device.id } });
  const zone = device.station?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Loaded loading={latest} skeleton={<SkeletonArea />}>
      {latest.data?.length ? (
        <Choices device={device} known={latest.data} zone={zone} />
      ) : (
        <EmptyState title={t('points.emptyTitle')} hint={t('points.emptyHint')} />
      )}
    </Loaded>
  );
}

interface ChoicesProps {
  device: DeviceDetail;
  known: readonly LatestPoint[];
  zone: string;
}

function Choices({ device, known, zone }: ChoicesProps) {
  const { t } = useTranslation('devices');
  const nameOf = usePointName();
  const [{ points, range }, set] = useUrlState(FIELDS);
  const named = useMemo(
    () => known.map((point) => ({ ...point, name: nameOf(point.key, point.name) })),
    [known, nameOf],
  );
  const first = firstPoint(known);
  const chosen = drawable(points.length > 0 || !first ? points : [first], named);
  return (
    <Card>
      <div className={styles.tools}>
        <RangePicker value={range} onChange={(next) => set({ range: next })} zone={zone} />
        <PointChoice points={named} chosen={chosen} onChange={(keys) => set({ points: keys })} />
      </div>
      {chosen.length > 0 ? (
        <Curves device={device} chosen={chosen} zone={zone} />
      ) : (
        <EmptyState title={t('history.choose')} />
      )}
    </Card>
  );
}

function Curves({
  device,
  chosen,
  zone,
}: {
  device: DeviceDetail;
  chosen: readonly NamedPoint[];
  zone: string;
}) {
  const [{ range }] = useUrlState(FIELDS);
  const today = isoDayAt(useNow(60_000), zone);
  const days = resolveRange(range, today);
  const { from, to } = rangeTimes(days, zone);
  const history = useCall(
    'deviceHistory',
    { params: { id: device.id }, query: { points: chosen.map(({ key }) => key), from, to } },
    { keepPrevious: true, refetchMs: days.to >= today ? 60_000 : false },
  );
  return (
    <Loaded loading={history} skeleton={<SkeletonArea height={340} />}>
      {history.data ? (
        <HistoryChart
          name={device.name ?? device.sn}
          history={history.data}
          range={{ from, to, zone }}
          days={days}
        />
      ) : null}
    </Loaded>
  );
}
