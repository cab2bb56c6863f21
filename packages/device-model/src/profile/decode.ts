import { decodeSunSpec } from '../sunspec/decode.ts';
import type { DecodedPoints } from './decoded-points.ts';
import type { RegisterImage } from './register-image.ts';
import type { Profile, ProfilePoint } from './schema.ts';
import { addressesOf, functionOf, rawOf } from './words.ts';

/** Values of a device from its registers. */
export function decodePoints(profile: Profile, image: RegisterImage): DecodedPoints {
  if (profile.sunspec) return decodeSunSpec(image, profile.modbus.fn);
  const values: Record<string, number> = {};
  const texts: Record<string, string> = {};
  for (const point of profile.points) {
    if (point.type === 'ascii') {
      const text = textOf(profile, point, image);
      if (text) texts[point.key] = text;
    } else {
      const value = valueOf(profile, point, image);
      if (value !== undefined) values[point.key] = value;
    }
  }
  for (const derived of profile.derived) {
    const parts = derived.of.map((key) => values[key]).filter((value) => value !== undefined);
    const complete = derived.op === 'sum' ? parts.length > 0 : parts.length === derived.of.length;
    if (complete)
      values[derived.key] = parts.reduce((total, part) =>
        derived.op === 'sum' ? total + part : total * part,
      );
  }
  return { values, texts };
}

function valueOf(profile: Profile, point: ProfilePoint, image: RegisterImage): number | undefined {
  const raw = rawOf(profile, point, image);
  if (raw === undefined || Number.isNaN(raw) || point.na.includes(raw)) return undefined;
  if (point.map) return point.map[String(raw)];
  const value = round((raw - point.rawOffset) * point.scale);
  if (point.valid && (value < point.valid[0] || value > point.valid[1])) return undefined;
  if (!point.signBy) return value;
  const direction = image.get(functionOf(profile, point), point.signBy.addr);
  if (direction === undefined) return undefined;
  return direction === point.signBy.negativeWhen ? -Math.abs(value) : Math.abs(value);
}

/** Takes the noise of decimal scales away: 2301 * 0.1 is 230.1. */
function round(value: number): number {
  return Number(value.toPrecision(12));
}

function textOf(profile: Profile, point: ProfilePoint, image: RegisterImage): string {
  const fn = functionOf(profile, point);
  let text = '';
  for (const addr of addressesOf(point)) {
    const word = image.get(fn, addr) ?? 0;
    for (const code of [word >>> 8, word & 0xff])
      if (code >= 0x20 && code < 0x7f) text += String.fromCharCode(code);
  }
  return text.trim();
}
