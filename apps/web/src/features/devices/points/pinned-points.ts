import { createStored } from '../../../lib/stored.ts';

/** More would be no choice. */
const MOST = 50;

/** Points that somebody keeps at the top, by key, for every device that has them. */
export const storedPins = createStored<readonly string[]>({
  key: 'sunfleet.points.pinned',
  parse: (value) =>
    Array.isArray(value)
      ? value.filter((key): key is string => typeof key === 'string').slice(0, MOST)
      : undefined,
  fallback: [],
});

/** The same with one more, or one less. */
export const toggledPin = (pins: readonly string[], key: string): readonly string[] =>
  pins.includes(key) ? pins.filter((pin) => pin !== key) : [...pins, key].slice(-MOST);
