import type { OutputOf } from '@sunfleet/api-client';
import type { Alarm } from '@sunfleet/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useNow } from '../../lib/time/use-now.ts';
import type { Curve, TimeDrawing } from '../../ui/chart/drawing.ts';
import { TimeChart } from '../../ui/chart/time-chart.tsx';
import { SkeletonBlock } from '../../ui/page/skeleton.tsx';
import { usePointName } from '../points/use-point-name.ts';
import { alarmSpan } from './alarm-span.ts';
import styles from './alarm.module.css';

/** What says most of a device of a kind; others have no curve here. */
const POINTS: Readonly<Record<string, readonly string[]>> = {
  inverter: ['ac.power'],
  hybrid: ['ac.power'],
  micro: ['ac.power'],
  meter: ['meter.power'],
  battery: ['battery.power'],
};

type Device = NonNullable<Alarm['device']>;

/** The power of the device around an alarm, and when it stood. */
export function AlarmCurve({ alarm }: { alarm: Alarm }) {
  const { device } = alarm;
  const points = device && POINTS[device.kind];
  return device && points ? <Curves alarm={alarm} device={device} points={points} /> : null;
}

interface CurvesProps {
  alarm: Alarm;
  device: Device;
  points: readonly string[];
}

function Curves({ alarm, device, points }: CurvesProps) {
  const { t } = useTranslation('alarms');
  const now = useNow(5 * 60_000);
  const span = alarmSpan(alarm, now);
  const history = useCall(
    'deviceHistory',
    { params: { id: device.id }, query: { points: [...points], ...span } },
    { keepPrevious: true },
  );
  return (
    <section>
      {/* The chart has the same title. */}
      {history.data ? null : <h2 className={styles.heading}>{t('curve.title')}</h2>}
      {history.data ? (
        <Drawn alarm={alarm} device={device} history={history.data} span={span} />
      ) : history.error ? (
        <p className={styles.muted}>{t('curve.none')}</p>
      ) : (
        <SkeletonBlock lines={6} />
      )}
    </section>
  );
}

interface DrawnProps {
  alarm: Alarm;
  device: Device;
  history: OutputOf<'deviceHistory'>;
  span: { from: number; to: number };
}

function Drawn({ alarm, device, history, span: { from, to } }: DrawnProps) {
  const { t } = useTranslation('alarms');
  const format = useFormat();
  const nameOf = usePointName();
  const { beganAt, recoveredAt, station } = alarm;
  const zone = station?.timeZone ?? 'UTC';
  const drawing = useMemo((): TimeDrawing => {
    const curves = history.series.map((each): Curve => ({
      name: nameOf(each.key, each.name),
      tone: 'pv',
      unit: each.unit,
      draw: 'line',
      times: each.times,
      values: each.values,
    }));
    const stood: Curve = {
      name: t('curve.stood'),
      tone: 'import',
      unit: '',
      draw: 'step',
      times: [from, beganAt, ...(recoveredAt !== null && recoveredAt < to ? [recoveredAt] : []), to],
      values: [0, 1, ...(recoveredAt !== null && recoveredAt < to ? [0, 0] : [1])],
      text: (value) => t(value > 0 ? 'curve.yes' : 'curve.no'),
    };
    return {
      panels: [
        { curves, height: 150 },
        { curves: [stood], height: 36, ends: [0, 1], whole: true },
      ],
      from,
      to,
      zone,
    };
  }, [history, nameOf, t, from, to, zone, beganAt, recoveredAt]);
  return (
    <TimeChart
      title={t('curve.title')}
      summary={t('curve.summary', {
        device: device.sn,
        from: format.dateTime(from, zone),
        to: format.dateTime(to, zone),
      })}
      file={`${device.sn}_${new Date(beganAt).toISOString().slice(0, 10)}`}
      drawing={drawing}
      empty={history.series.every(({ values }) => values.every((value) => value === null))}
    />
  );
}
