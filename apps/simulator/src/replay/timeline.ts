import { instantOfWall, localDayOf } from '@sunfleet/analysis';
import type { Reading } from '../station/reading.ts';
import type { RecordedDevice, RecordedPlant } from './recorded-plant.ts';

const DAY_MS = 86_400_000;

/** Whole days to move a recording by, so that its last day is today at the plant; 0 to leave it where it was. */
export function shiftDays(plant: RecordedPlant, to: 'now' | 'own', now: number): number {
  if (to === 'own') return 0;
  let last = Number.NEGATIVE_INFINITY;
  for (const { readings } of plant.devices) for (const { wall } of readings) last = Math.max(last, wall);
  const today = Date.parse(`${localDayOf(now, plant.station.timeZone)}T00:00:00Z`);
  return Math.round((today - Math.floor(last / DAY_MS) * DAY_MS) / DAY_MS);
}

/** Readings of a device in order of time, as instants; the hour of the day stays what it was. */
export function timelineOf(device: RecordedDevice, zone: string, days: number): Reading[] {
  return device.readings
    .map(({ wall, values }) => ({ time: instantOfWall(wall + days * DAY_MS, zone), values }))
    .sort((a, b) => a.time - b.time);
}
