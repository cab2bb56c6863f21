import type { Alarm } from '@sunfleet/contract';
import { useFormat } from '../../lib/format/use-format.ts';
import { useNow } from '../../lib/time/use-now.ts';
import { StatusBadge } from '../status/status-badge.tsx';
import { useAlarmName } from './alarm-name.ts';
import styles from './alarm.module.css';

interface AlarmCardProps {
  alarm: Alarm;
  onOpen: () => void;
}

/** An alarm on a phone: how bad, what, where and since when. */
export function AlarmCard({ alarm, onOpen }: AlarmCardProps) {
  const format = useFormat();
  const now = useNow(60_000);
  const nameOf = useAlarmName();
  const place = [alarm.station?.name, alarm.device?.sn].filter(Boolean).join(' · ');
  return (
    <div className={styles.card}>
      <div className={styles.cardHead}>
        <button type="button" className={styles.open} onClick={onOpen}>
          {nameOf(alarm)}
        </button>
        <StatusBadge of="alarm" value={alarm.level} />
      </div>
      {place ? <div>{place}</div> : null}
      <div className={styles.muted}>
        {format.dateTime(alarm.beganAt, alarm.station?.timeZone)}
        {' · '}
        {format.duration((alarm.recoveredAt ?? now) - alarm.beganAt)}
      </div>
    </div>
  );
}
