import { type Alarm, deviceAddress, stationAddress } from '@sunfleet/contract';
import { Descriptions, Drawer } from 'antd';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { UNKNOWN } from '../../lib/format/number.ts';
import { useFaultText } from './use-fault-text.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { isoDayAt, zoneName } from '../../lib/time/zone.ts';
import { useNow } from '../../lib/time/use-now.ts';
import { StatusBadge } from '../status/status-badge.tsx';
import { useAlarmName } from './alarm-name.ts';
import { lazyPart } from '../../lib/load-chunk.ts';
import { AlarmActions } from './handling/alarm-actions.tsx';
import { AlarmSteps } from './handling/alarm-steps.tsx';
import { SimilarAlarms } from './similar-alarms.tsx';
import styles from './alarm.module.css';

const AlarmCurve = lazyPart(() => import('./alarm-curve.tsx').then((part) => part.AlarmCurve));

const DAY_MS = 86_400_000;

interface AlarmPanelProps {
  /** Undefined: closed. */
  alarm: Alarm | undefined;
  onClose: () => void;
}

/** One alarm at the side of the page: what it is, why, what to do, and the way to what it is about. */
export function AlarmPanel({ alarm, onClose }: AlarmPanelProps) {
  const nameOf = useAlarmName();
  const { t } = useTranslation('common');
  return (
    <Drawer
      open={alarm !== undefined}
      onClose={onClose}
      size="min(100vw, 440px)"
      title={alarm ? nameOf(alarm) : null}
      closable={{ 'aria-label': t('close') }}
      destroyOnHidden
    >
      {alarm ? <Detail alarm={alarm} /> : null}
    </Drawer>
  );
}

function Detail({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation('alarms');
  const { cause, advice } = useFaultText()(alarm.textKey, alarm.code);
  return (
    <div className={styles.panel}>
      <StatusBadge of="alarm" value={alarm.level} />
      <AlarmActions alarm={alarm} />
      {cause ? <Passage title={t('detail.cause')}>{cause}</Passage> : null}
      {advice ? <Passage title={t('detail.advice')}>{advice}</Passage> : null}
      <Facts alarm={alarm} />
      <Suspense fallback={null}>
        <AlarmCurve alarm={alarm} />
      </Suspense>
      <AlarmSteps alarm={alarm} />
      <SimilarAlarms alarm={alarm} />
      <nav className={styles.links}>
        {alarm.station ? <Link to={stationAddress(alarm.station.id)}>{t('detail.openStation')}</Link> : null}
        {alarm.device ? <Link to={deviceAddress(alarm.device.id)}>{t('detail.openDevice')}</Link> : null}
        {alarm.device ? <Link to={curvesAround(alarm, alarm.device.id)}>{t('detail.curves')}</Link> : null}
      </nav>
    </div>
  );
}

/** The history of the device on the days around the begin. */
function curvesAround({ beganAt, station }: Alarm, deviceId: number): string {
  const day = (time: number) => isoDayAt(time, station?.timeZone ?? 'UTC');
  return `${deviceAddress(deviceId, 'history')}&range=${day(beganAt - DAY_MS)}..${day(beganAt)}`;
}

function Passage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className={styles.heading}>{title}</h2>
      <p>{children}</p>
    </section>
  );
}

function Facts({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation(['alarms', 'common']);
  const format = useFormat();
  const now = useNow(60_000);
  const zone = alarm.station?.timeZone;
  const shieldEnd = (until: number | null) =>
    until === null ? t('shield.ends.permanent') : format.dateTime(until, zone);
  const rows: readonly (readonly [label: string, value: string])[] = [
    [t('column.station'), alarm.station?.name ?? UNKNOWN],
    [t('column.device'), alarm.device?.sn ?? UNKNOWN],
    [t('column.code'), alarm.code],
    [t('column.type'), t(`type.${alarm.type}`)],
    [t('column.beganAt'), format.dateTime(alarm.beganAt, zone, 'full')],
    [t('detail.lastSeenAt'), format.dateTime(alarm.lastSeenAt, zone, 'full')],
    alarm.recoveredAt === null
      ? [t('filter.state'), t('active')]
      : [t('column.recoveredAt'), format.dateTime(alarm.recoveredAt, zone, 'full')],
    [t('column.duration'), format.duration((alarm.recoveredAt ?? now) - alarm.beganAt)],
    [t('column.loss'), alarm.loss === null ? UNKNOWN : format.energy(alarm.loss.energy / 1000)],
    ...(alarm.loss?.money
      ? [[t('column.money'), format.minorMoney(alarm.loss.money.amount, alarm.loss.money.currency)] as const]
      : []),
    [t('detail.count'), format.number(alarm.count, 0)],
    [t('column.handling'), t(`handling.${alarm.handling}`)],
    [t('column.assignee'), alarm.assignee ? (alarm.assignee.name ?? UNKNOWN) : t('assign.nobody')],
    ...(alarm.shield ? [[t('shield.quiet'), shieldEnd(alarm.shield.until)] as const] : []),
  ];
  return (
    <div>
      <Descriptions
        column={1}
        size="small"
        items={rows.map(([label, value]) => ({ key: label, label, children: value }))}
      />
      {zone ? (
        <p className={styles.muted}>{t('common:range.zone', { zone: zoneName(zone, alarm.beganAt) })}</p>
      ) : null}
    </div>
  );
}
