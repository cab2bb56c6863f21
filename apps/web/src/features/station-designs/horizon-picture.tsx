import { horizonElevation, horizonProfile, solarPosition } from '@sunfleet/analysis';
import type { HorizonPoint, StationDetail } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import styles from './design.module.css';

const WIDTH = 360;
const HEIGHT = 130;
const FOOT = 16;
const HIGHEST = 90;
const QUARTER_HOUR_MS = 15 * 60_000;
/** Both solstices and an equinox of a year stand for the paths of all days. */
const DAYS = ['2026-06-21', '2026-03-20', '2026-12-21'] as const;

interface HorizonPictureProps {
  horizon: readonly HorizonPoint[];
  station: Pick<StationDetail, 'latitude' | 'longitude'>;
}

/** The horizon all round, and the paths of the sun over it on the longest, the shortest and a middle day. */
export function HorizonPicture({ horizon, station }: HorizonPictureProps) {
  const { t } = useTranslation('station-designs');
  const format = useFormat();
  const profile = horizon.length > 0 ? horizonProfile(horizon) : [0];
  const left = station.latitude >= 0 ? 0 : 180;
  const across = (azimuth: number) => (azimuth - left + 360) % 360;
  const up = (elevation: number) => HEIGHT * (1 - elevation / HIGHEST);
  const hills = Array.from(
    { length: 361 },
    (_, x) => `${x},${up(horizonElevation({ azimuth: x + left, profile }))}`,
  );
  const highest = Math.max(...profile);
  return (
    <svg
      className={styles.horizon}
      viewBox={`0 0 ${WIDTH} ${HEIGHT + FOOT}`}
      role="img"
      aria-label={t('horizon.picture', { angle: `${format.number(highest, 1)}°` })}
    >
      {[30, 60].map((elevation) => (
        <line
          key={elevation}
          x1={0}
          x2={WIDTH}
          y1={up(elevation)}
          y2={up(elevation)}
          className={styles.ring}
        />
      ))}
      {DAYS.map((day) => (
        <g key={day}>
          {sunPath(day, station, left).map((path) => (
            <polyline
              key={path[0]?.join(' ')}
              className={styles.path}
              points={path.map(([azimuth, elevation]) => `${across(azimuth)},${up(elevation)}`).join(' ')}
            />
          ))}
        </g>
      ))}
      <polygon className={styles.hills} points={`0,${HEIGHT} ${hills.join(' ')} ${WIDTH},${HEIGHT}`} />
      <line x1={0} x2={WIDTH} y1={HEIGHT} y2={HEIGHT} className={styles.ring} />
      {(['north', 'east', 'south', 'west'] as const).map((side, at) => (
        <text key={side} x={across(at * 90) + 8} y={HEIGHT + FOOT / 2} className={styles.side}>
          {t(`side.${side}`)}
        </text>
      ))}
    </svg>
  );
}

/** Azimuth and elevation of the sun on a day above the flat horizon, broken where the picture has its edge. */
function sunPath(
  day: string,
  { latitude, longitude }: HorizonPictureProps['station'],
  edge: number,
): [azimuth: number, elevation: number][][] {
  const start = Date.parse(day) - (longitude / 15) * 3_600_000;
  const paths: [number, number][][] = [[]];
  let before: number | undefined;
  for (let step = 0; step <= 96; step += 1) {
    const { azimuth, elevation } = solarPosition(start + step * QUARTER_HOUR_MS, { latitude, longitude });
    const place = (azimuth - edge + 360) % 360;
    if (elevation <= 0 || (before !== undefined && Math.abs(place - before) > 180)) paths.push([]);
    before = place;
    if (elevation > 0) paths.at(-1)!.push([azimuth, elevation]);
  }
  return paths.filter((path) => path.length > 1);
}
