import { zoneOffset } from './zone-offset.ts';

const DAY = 86_400_000;

/** Every instant at which a clock of the zone shows the wall time, in order: none, one, or two. */
export function instantsOf(wall: number, zone: string): number[] {
  // No zone changes its clocks twice within two days.
  const offsets = new Set([zoneOffset(wall - DAY, zone), zoneOffset(wall + DAY, zone)]);
  return [...offsets]
    .map((offset) => wall - offset)
    .filter((instant) => zoneOffset(instant, zone) === wall - instant)
    .toSorted((a, b) => a - b);
}
