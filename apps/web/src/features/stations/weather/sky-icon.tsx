import type { Sky } from '@sunfleet/contract';
import type { ReactNode } from 'react';
import styles from './weather.module.css';

const SUN = (
  <g className={styles.sun}>
    <circle cx="12" cy="12" r="4.5" />
    <path d="M12 2v3M12 19v3M2 12h3M19 12h3M4.9 4.9 7 7M17 17l2.1 2.1M4.9 19.1 7 17M17 7l2.1-2.1" />
  </g>
);
const CLOUD = (
  <path className={styles.cloud} d="M7 17h10a4 4 0 0 0 .6-7.95A6 6 0 0 0 6.2 10.1 3.5 3.5 0 0 0 7 17Z" />
);
/** Higher, so that there is room for what falls. */
const HIGH_CLOUD = <g transform="translate(0 -4)">{CLOUD}</g>;

const PICTURES: Readonly<Record<Sky, ReactNode>> = {
  clear: SUN,
  partlyCloudy: (
    <>
      <g transform="translate(5 -4) scale(.85)">{SUN}</g>
      <g transform="translate(-1 3)">{CLOUD}</g>
    </>
  ),
  overcast: CLOUD,
  fog: (
    <>
      {HIGH_CLOUD}
      <path className={styles.mist} d="M4 17h16M7 20.5h10" />
    </>
  ),
  drizzle: (
    <>
      {HIGH_CLOUD}
      <path className={styles.drops} d="M9 16.5v2M15 16.5v2M12 19v2" />
    </>
  ),
  rain: (
    <>
      {HIGH_CLOUD}
      <path className={styles.drops} d="m9 16-1.5 5M13 16l-1.5 5M17 16l-1.5 5" />
    </>
  ),
  snow: (
    <>
      {HIGH_CLOUD}
      <path className={styles.flakes} d="M8 17.5h.01M12 19.5h.01M16 17.5h.01M9.5 21.5h.01M14.5 21.5h.01" />
    </>
  ),
  thunderstorm: (
    <>
      {HIGH_CLOUD}
      <path className={styles.sun} d="m13 14.5-2.5 4h3L11 22.5" />
    </>
  ),
};

/** A picture of the sky beside its word. */
export function SkyIcon({ sky, size = 24 }: { sky: Sky | null; size?: number }) {
  if (sky === null) return null;
  return (
    <svg className={styles.icon} width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      {PICTURES[sky]}
    </svg>
  );
}
