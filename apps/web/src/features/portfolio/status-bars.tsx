import { ADDRESSES, ALARM_LEVELS, DEVICE_STATUSES, STATION_STATUSES } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../lib/format/use-format.ts';
import { StatusBadge } from '../../parts/status/status-badge.tsx';
import { toneOf } from '../../parts/status/status-scale.ts';
import { toneColor } from '../../ui/status/status-tone.ts';
import styles from './portfolio.module.css';

const VALUES = {
  station: STATION_STATUSES,
  device: DEVICE_STATUSES,
  alarm: ALARM_LEVELS.toReversed(),
} as const;
const TARGETS = {
  station: (value: string) => `${ADDRESSES.stations}?status=${value}`,
  device: (value: string) => `${ADDRESSES.devices}?status=${value}`,
  alarm: (value: string) => `${ADDRESSES.alarms}?level=${value}`,
} as const;

interface StatusBarsProps {
  of: keyof typeof VALUES;
  counts: Readonly<Record<string, number>>;
}

/** How many are in each status, as bars that lead to the filtered list. */
export function StatusBars({ of, counts }: StatusBarsProps) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const most = Math.max(1, ...Object.values(counts));
  return (
    <ul className={styles.bars} aria-label={t(`status.group.${of}`)}>
      {VALUES[of].map((value) => {
        const count = counts[value] ?? 0;
        return (
          <li key={value}>
            <Link to={TARGETS[of](value)} className={styles.bar}>
              <StatusBadge of={of as 'station'} value={value as 'normal'} />
              <span className={styles.track} aria-hidden="true">
                <span
                  style={{
                    width: `${(100 * count) / most}%`,
                    background: toneColor(toneOf(of as 'station', value as 'normal')),
                  }}
                />
              </span>
              <b>{format.number(count, 0)}</b>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
