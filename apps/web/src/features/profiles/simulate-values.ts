import {
  addressesOf,
  decodePoints,
  encodePoints,
  functionOf,
  type Profile,
  RegisterImage,
} from '@sunfleet/device-model';

export interface SimulatedPoint {
  key: string;
  /** As the registers hold it, most significant first, hexadecimal. */
  words: string;
  /** What is read back; undefined: no measurement. */
  back: number | undefined;
  /** What was read back is what was written. */
  same: boolean;
}

/** Values written into the registers of a simulated device and read again, by the profile alone. */
export function simulateValues(
  profile: Profile,
  values: Readonly<Record<string, number>>,
): ReadonlyMap<string, SimulatedPoint> {
  const image = new RegisterImage();
  encodePoints(profile, { values, texts: {} }, image);
  const back = decodePoints(profile, image).values;
  return new Map(
    profile.points.map((point) => {
      const fn = functionOf(profile, point);
      const words = addressesOf(point).map((addr) => hex(image.get(fn, addr)));
      const { key } = point;
      return [key, { key, words: words.join(' '), back: back[key], same: back[key] === values[key] }];
    }),
  );
}

const hex = (word: number | undefined): string =>
  word === undefined ? '····' : word.toString(16).padStart(4, '0');
