import type { DeviceLatest } from '../../latest/device-latest.ts';

interface Points {
  /** Id of the point of the catalogue. */
  target: number;
  /** Id of the custom point. */
  custom: number;
  /** Epoch milliseconds until when values of the target came from the custom point; undefined where they never did. */
  ended: number | undefined;
}

/**
 * Whether a device reports a point of the catalogue beside the custom one: its newest value is at least as new as the custom one's, and came
 * after the last recording ended.
 */
export function reportsItself(newest: DeviceLatest, { target, custom, ended }: Points): boolean {
  const at = timeOf(newest, target);
  if (at === undefined) return false;
  return at >= (timeOf(newest, custom) ?? Number.NEGATIVE_INFINITY) && (ended === undefined || at > ended);
}

function timeOf(newest: DeviceLatest, point: number): number | undefined {
  const place = newest.points.indexOf(point);
  return place === -1 ? undefined : newest.timeAt(place);
}
