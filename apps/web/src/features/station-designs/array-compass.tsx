import { arrayPower, type StationArray } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import styles from './design.module.css';

const SIZE = 180;
const CENTRE = SIZE / 2;
const RIM = 72;
const RINGS = [30, 60, 90];

interface ArrayCompassProps {
  arrays: readonly StationArray[];
  capacityKw: number;
}

/** Where arrays face: north is up, upright ones stand at the rim, and a dot has the area of its power. */
export function ArrayCompass({ arrays, capacityKw }: ArrayCompassProps) {
  const { t } = useTranslation('station-designs');
  const format = useFormat();
  const watts = arrays.map((array) => arrayPower(array, capacityKw * 1000) ?? 0);
  const most = Math.max(...watts, 1);
  const words = arrays.map(
    ({ name, tilt, azimuth }) => `${name} ${format.number(tilt, 0)}° / ${format.number(azimuth, 0)}°`,
  );
  return (
    <svg
      className={styles.compass}
      viewBox={`0 0 ${SIZE} ${SIZE}`}
      role="img"
      aria-label={`${t('compass')}: ${words.join(', ')}`}
    >
      {RINGS.map((tilt) => (
        <circle key={tilt} cx={CENTRE} cy={CENTRE} r={(RIM * tilt) / 90} className={styles.ring} />
      ))}
      {(['north', 'east', 'south', 'west'] as const).map((side, at) => {
        const [x, y] = placeOf(at * 90, 90, RIM + 11);
        return (
          <text key={side} x={x} y={y} className={styles.side}>
            {t(`side.${side}`)}
          </text>
        );
      })}
      {arrays.map(({ name, tilt, azimuth }, at) => {
        const [x, y] = placeOf(azimuth, tilt, RIM);
        return (
          <circle key={name} cx={x} cy={y} r={4 + 10 * Math.sqrt(watts[at]! / most)} className={styles.dot}>
            <title>{words[at]}</title>
          </circle>
        );
      })}
    </svg>
  );
}

/** A point of the picture; the radius stands for 90° of tilt. */
function placeOf(azimuth: number, tilt: number, radius: number): [x: number, y: number] {
  const angle = (azimuth * Math.PI) / 180;
  const distance = (radius * tilt) / 90;
  return [CENTRE + Math.sin(angle) * distance, CENTRE - Math.cos(angle) * distance];
}
