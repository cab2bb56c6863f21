import type { DecodedPoints } from './decoded-points.ts';
import type { RegisterImage } from './register-image.ts';
import type { Profile, ProfilePoint } from './schema.ts';
import { addressesOf, functionOf, putRaw } from './words.ts';

/** Writes values into registers as the device would hold them: the inverse of `decodePoints`, for simulators and tests. */
export function encodePoints(profile: Profile, points: DecodedPoints, image: RegisterImage): void {
  for (const point of profile.points) {
    if (point.type === 'ascii') {
      const text = points.texts[point.key];
      if (text !== undefined) putText(profile, point, { image, text });
      continue;
    }
    const value = points.values[point.key];
    if (value === undefined) continue;
    putRaw({ profile, image }, point, rawValue(point, value));
    if (point.signBy) putSign(profile, point, { image, value });
  }
}

function rawValue(point: ProfilePoint, value: number): number {
  if (point.map) {
    const native = Object.entries(point.map).find(([, mapped]) => mapped === value);
    return native ? Number(native[0]) : 0;
  }
  const magnitude = point.signBy ? Math.abs(value) : value;
  const raw = magnitude / point.scale + point.rawOffset;
  return point.type === 'f32' ? raw : Math.round(raw);
}

function putSign(
  profile: Profile,
  point: ProfilePoint,
  state: { image: RegisterImage; value: number },
): void {
  const { addr, negativeWhen } = point.signBy!;
  const other = negativeWhen === 0 ? 1 : 0;
  state.image.set(functionOf(profile, point), addr, state.value < 0 ? negativeWhen : other);
}

function putText(profile: Profile, point: ProfilePoint, state: { image: RegisterImage; text: string }): void {
  addressesOf(point).forEach((addr, index) => {
    const word = ((state.text.charCodeAt(2 * index) || 0) << 8) | (state.text.charCodeAt(2 * index + 1) || 0);
    state.image.set(functionOf(profile, point), addr, word);
  });
}
