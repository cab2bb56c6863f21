import type { DeviceDetail } from '@sunfleet/contract';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { usePointName } from '../../../parts/points/use-point-name.ts';
import { rangeField, rangeTimes, resolveRange } from '../../../lib/time/range.ts';
import { useNow } from '../../../lib/time/use-now.ts';
import { isoDayAt } from '../../../lib/time/zone.ts';
import { momentsField, textsField, useUrlState } from '../../../lib/url-state.ts';
import { Card } from '../../../ui/page/card.tsx';
import { Loaded, Permitted } from '../../../ui/page/page.tsx';
import { SkeletonArea } from '../../../ui/page/skeleton.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import type { Stretch } from '../../../ui/chart/zoom-steps.ts';
import { RangePicker } from '../../../ui/range/range-picker.tsx';
import type { LatestPoint, NamedPoint } from '../points/device-points.ts';
import { drawable, firstPoint } from './chosen-points.ts';
import { partOf } from './detail-window.ts';
import { HistoryChart } from './history-chart.tsx';
import styles from './history.module.css';
import { PointChoice } from './point-choice.tsx';
import { RawExport } from './raw-export.tsx';
import { useHistory } from './use-history.ts';

const FIELDS = { points: textsField(), range: rangeField('today'), zoom: momentsField() };

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
        <RangePicker value={range} onChange={(next) => set({ range: next, zoom: undefined })} zone={zone} />
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
  const [{ range, zoom }, set] = useUrlState(FIELDS);
  const now = useNow(60_000);
  const today = isoDayAt(now, zone);
  const days = resolveRange(range, today);
  const { from, to } = rangeTimes(days, zone);
  const seen = useMemo(() => partOf(zoom, { from, to }), [zoom, from, to]);
  const onSeen = useCallback((next: Stretch | undefined) => set({ zoom: next }), [set]);
  const read = useHistory({
    device: device.id,
    points: chosen.map(({ key }) => key),
    whole: { from, to },
    seen,
    now,
  });
  const drawn = { points: chosen.map(({ key }) => key), ...(seen ?? { from, to }) };
  return (
    <Loaded loading={read.whole} skeleton={<SkeletonArea height={340} />}>
      <RawExport device={device} {...drawn} />
      {read.history ? (
        <HistoryChart
          name={device.name ?? device.sn}
          history={read.history}
          resolution={read.resolution ?? read.history.resolution}
          failed={read.failed}
          range={{ from, to, zone }}
          days={days}
          seen={seen}
          onSeen={onSeen}
        />
      ) : null}
    </Loaded>
  );
}
