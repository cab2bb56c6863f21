import { decodeSunSpec } from '../sunspec/decode.ts';
import type { DecodedPoints } from './decoded-points.ts';
import type { RegisterImage } from './register-image.ts';
import type { Profile, ProfilePoint } from './schema.ts';
import { readText } from './texts.ts';
import { functionOf, isText, rawOf } from './words.ts';

/**
 * Values of a device from its registers, in the units of the catalogue. Points that were not read, are not implemented, out
 * of range or not there on this model are absent.
 */
export function decodePoints(profile: Profile, image: RegisterImage): DecodedPoints {
  if (profile.sunspec) return decodeSunSpec(image, profile.modbus.fn);
  const values: Record<string, number> = {};
  const texts: Record<string, string> = {};
  for (const point of profile.points) {
    if (isText(point)) {
      const text = readText({ profile, image }, point);
      if (text) texts[point.key] = text;
    } else if (!point.when || holds(point.when, values)) {
      const value = valueOf(profile, point, image);
      if (value !== undefined) values[point.key] = value;
    }
  }
  addDerived(profile, values);
  return { values, texts };
}

function addDerived(profile: Profile, values: Record<string, number>): void {
  for (const { key, op, of } of profile.derived) {
    const parts = of.map((part) => values[part]).filter((value) => value !== undefined);
    const complete = op === 'sum' ? parts.length > 0 : parts.length === of.length;
    if (!complete) continue;
    values[key] = round(parts.reduce((total, part) => (op === 'sum' ? total + part : total * part)));
  }
}

function holds(when: NonNullable<ProfilePoint['when']>, values: Readonly<Record<string, number>>): boolean {
  const value = values[when.point];
  if (value === undefined) return false;
  if (when.op === 'gt') return value > when.value;
  if (when.op === 'lt') return value < when.value;
  return (value === when.value) === (when.op === 'eq');
}

function valueOf(profile: Profile, point: ProfilePoint, image: RegisterImage): number | undefined {
  const raw = rawOf(profile, point, image);
  if (raw === undefined || !Number.isFinite(raw) || point.na.includes(raw)) return undefined;
  if (point.map) return point.map[String(raw)];
  const factor = factorOf(profile, point, image);
  if (factor === undefined) return undefined;
  const value = round((raw - point.rawOffset) * point.scale * factor);
  if (point.valid && (value < point.valid[0] || value > point.valid[1])) return undefined;
  if (!point.signBy) return value;
  const direction = image.get(functionOf(profile, point), point.signBy.addr);
  if (direction === undefined) return undefined;
  return direction === point.signBy.negativeWhen ? -Math.abs(value) : Math.abs(value);
}

/** Factor of `scaleBy`; 1 without one, undefined where the model's code is not known. */
export function factorOf(profile: Profile, point: ProfilePoint, image: RegisterImage): number | undefined {
  if (!point.scaleBy) return 1;
  return point.scaleBy.map[String(image.get(functionOf(profile, point), point.scaleBy.addr))];
}

/** Takes the noise of decimal scales away: 2301 * 0.1 is 230.1. The short way is several times faster than digits. */
function round(value: number): number {
  const rounded = Math.round(value * 1e6) / 1e6;
  return Math.abs(value) < 1e9 ? rounded : Number(value.toPrecision(12));
}
