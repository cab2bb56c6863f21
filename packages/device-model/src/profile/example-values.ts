import type { Profile, ProfilePoint } from './schema.ts';
import { isText } from './words.ts';

/**
 * A value of each number of a profile, different for each, that its registers hold exactly: what a device of this family could say, for tests
 * and for devices that are only simulated.
 */
export function exampleValues(profile: Profile): Record<string, number> {
  const numeric = profile.points.filter((point) => !isText(point));
  return Object.fromEntries(numeric.map((point, index) => [point.key, exampleOf(point, index)]));
}

function exampleOf(point: ProfilePoint, index: number): number {
  if (point.map) {
    const values = Object.values(point.map);
    return values[index % values.length]!;
  }
  const scale = point.scale * (Object.values(point.scaleBy?.map ?? {})[0] ?? 1);
  const lowest = point.valid ? Math.ceil(Math.min(point.valid[0] / scale, point.valid[1] / scale)) : 0;
  const highest = point.valid ? Math.floor(Math.max(point.valid[0] / scale, point.valid[1] / scale)) : 1e4;
  const raw = Math.min(Math.max(10 + index * 7, lowest), Math.max(lowest, highest - 1));
  return Number(((point.signBy ? -1 : 1) * Math.abs(raw) * Math.sign(raw || 1) * scale).toPrecision(12));
}
