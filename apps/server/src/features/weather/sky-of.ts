import { SKIES, type Sky } from '@sunfleet/contract';

/** First codes (WMO 4677) of what services tell apart. */
const FROM: readonly (readonly [code: number, sky: Sky])[] = [
  [0, 'clear'],
  [1, 'partlyCloudy'],
  [3, 'overcast'],
  [40, 'fog'],
  [50, 'drizzle'],
  [60, 'rain'],
  [70, 'snow'],
  [80, 'rain'],
  [85, 'snow'],
  [87, 'rain'],
  [95, 'thunderstorm'],
];

export function skyOf(code: number | null): Sky | null {
  if (code === null) return null;
  return FROM.findLast(([first]) => code >= first)?.[1] ?? null;
}

/** The sky that matters most of several: thunder before rain, rain before clouds. */
export function worstSky(skies: readonly (Sky | null)[]): Sky | null {
  return SKIES.findLast((sky) => skies.includes(sky)) ?? null;
}
