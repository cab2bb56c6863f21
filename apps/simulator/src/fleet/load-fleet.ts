import { readFileSync } from 'node:fs';
import type { Fleet } from '../../fleets/schema.ts';

/** Reads a fleet description. Throws an error that names the file where it is none. */
export function loadFleet(file: string): Fleet {
  const fleet: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isFleet(fleet))
    throw new Error(`${file} is no fleet: it needs organisations and stations with devices`);
  return fleet;
}

function isFleet(value: unknown): value is Fleet {
  if (typeof value !== 'object' || value === null || !('stations' in value) || !('organisations' in value))
    return false;
  return (
    Array.isArray(value.organisations) &&
    Array.isArray(value.stations) &&
    value.stations.every(
      (station: unknown) => typeof station === 'object' && station !== null && 'devices' in station,
    )
  );
}
