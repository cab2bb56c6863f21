import { createHash } from 'node:crypto';
import type { Fleet, FleetStation } from '../fleet/index.ts';
import { partOf } from '../telemetry/index.ts';

/** Number of the mathematics: a new one has every station computed again that it says something else of. */
export const EXPECTED_VERSION = 3;
/** Of stations without a design: horizon, rows and the efficiency of inverters, which the second version reads, are told by one. */
const OF_CAPACITY = 1;

/** Names everything of a station that its expected power follows from, but what was measured and learned. */
export function modelKey(fleet: Pick<Fleet, 'devicesOf'>, station: FleetStation): string {
  const { capacityKw, timeZone, latitude, longitude, elevation, tilt, azimuth, design } = station;
  const rated = fleet
    .devicesOf(station.id)
    .filter((device) => partOf(device) === 'producer')
    .map(({ ratedPower }) => ratedPower)
    .toSorted((one, other) => (one ?? 0) - (other ?? 0));
  const text = JSON.stringify([
    design ? EXPECTED_VERSION : OF_CAPACITY,
    [capacityKw, timeZone, latitude, longitude, elevation, tilt, azimuth],
    design,
    rated,
  ]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
