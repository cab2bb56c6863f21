import { useTranslation } from 'react-i18next';
import { UNKNOWN } from '../../lib/format/number.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import styles from './stations.module.css';

const WIDTH = 96;
const HEIGHT = 20;

interface DaySparkProps {
  /** W of each half hour of the local day; null where nothing was reported. Undefined while it is read. */
  power: readonly (number | null)[] | undefined;
  /** kWp: the height of the picture, so that rows can be compared. */
  capacityKw: number;
}

/** The station's day as a small curve, from midnight to midnight. */
export function DaySpark({ power, capacityKw }: DaySparkProps) {
  const { t } = useTranslation('stations');
  const format = useFormat();
  if (!power) return null;
  const known = power.filter((value) => value !== null);
  if (known.length === 0) return <span className={styles.muted}>{UNKNOWN}</span>;
  const peak = Math.max(...known);
  const top = Math.max(capacityKw * 1000, peak, 1);
  return (
    <svg
      className={styles.spark}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={t('spark', { power: format.power(peak) })}
    >
      {areasOf(power, top).map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}

/** An area for each stretch without a gap. */
export function areasOf(power: readonly (number | null)[], top: number): string[] {
  const step = WIDTH / Math.max(1, power.length);
  const areas: string[] = [];
  let points: string[] = [];
  let from = 0;
  const close = (end: number) => {
    if (points.length > 0)
      areas.push(`M${round(from)} ${HEIGHT}L${points.join('L')}L${round(end)} ${HEIGHT}Z`);
    points = [];
  };
  for (const [slot, value] of power.entries()) {
    if (value === null) {
      close(slot * step);
      continue;
    }
    if (points.length === 0) from = slot * step;
    const y = round(HEIGHT - (Math.max(0, value) / top) * (HEIGHT - 1));
    points.push(`${round(slot * step)} ${y}`, `${round((slot + 1) * step)} ${y}`);
  }
  close(power.length * step);
  return areas;
}

const round = (value: number) => Math.round(value * 10) / 10;
