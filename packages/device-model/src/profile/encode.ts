import { factorOf } from './decode.ts';
import type { DecodedPoints } from './decoded-points.ts';
import type { RegisterImage } from './register-image.ts';
import type { Profile, ProfilePoint } from './schema.ts';
import { writeText } from './texts.ts';
import { functionOf, isText, putRaw } from './words.ts';

/** Writes values into registers as the device would hold them: the inverse of `decodePoints`, for simulators and tests. */
export function encodePoints(profile: Profile, points: DecodedPoints, image: RegisterImage): void {
  for (const point of profile.points) {
    if (isText(point)) {
      const text = points.texts[point.key];
      if (text !== undefined) writeText({ profile, image }, point, text);
      continue;
    }
    const value = points.values[point.key];
    if (value === undefined) continue;
    const factor = ensureFactor(profile, point, image);
    putRaw({ profile, image }, point, rawValue(point, value / factor));
    if (point.signBy) putSign(profile, point, { image, value });
  }
}

/** A model whose class was never written takes the first one the profile names. */
function ensureFactor(profile: Profile, point: ProfilePoint, image: RegisterImage): number {
  const factor = factorOf(profile, point, image);
  if (factor !== undefined || !point.scaleBy) return factor ?? 1;
  const [code, first] = Object.entries(point.scaleBy.map)[0] ?? ['0', 1];
  image.set(functionOf(profile, point), point.scaleBy.addr, Number(code));
  return first;
}

function rawValue(point: ProfilePoint, value: number): number {
  if (point.map) {
    const native = Object.entries(point.map).find(([, mapped]) => mapped === value);
    return native ? Number(native[0]) : 0;
  }
  const magnitude = point.signBy ? Math.abs(value) : value;
  const raw = magnitude / point.scale + point.rawOffset;
  if (point.type === 'f32' || point.type === 'ascii' || point.type === 'datetime') return raw;
  const [lowest, highest] = RANGES[point.type];
  return Math.min(highest, Math.max(lowest, Math.round(raw)));
}

/** A register does not wrap: what is too large for it is its largest. */
const RANGES = {
  u16: [0, 0xffff],
  i16: [-0x8000, 0x7fff],
  u32: [0, 0xffff_ffff],
  i32: [-0x8000_0000, 0x7fff_ffff],
  u64: [0, Number.MAX_SAFE_INTEGER],
} as const;

function putSign(
  profile: Profile,
  point: ProfilePoint,
  state: { image: RegisterImage; value: number },
): void {
  const { addr, negativeWhen } = point.signBy!;
  const other = negativeWhen === 0 ? 1 : 0;
  state.image.set(functionOf(profile, point), addr, state.value < 0 ? negativeWhen : other);
}
