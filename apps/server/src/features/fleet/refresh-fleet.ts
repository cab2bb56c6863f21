import type { Db } from '../../platform/postgres/client.ts';
import type { FleetIndex } from './fleet-index.ts';
import type { FleetStation } from './fleet.ts';
import { readAllEntries, readAllStations, readEntries, readStations } from './fleet.queries.ts';

interface Named {
  devices: readonly number[];
  stations: readonly number[];
}

/** What changed since the last announcement. */
export interface FleetChange extends Named {
  /** What changed devices belonged to before: loggers and stations. */
  left: Named;
  /** Stations whose place, zone or modules are others now. */
  rebuilt: readonly number[];
}

/** Reads the whole fleet. */
export async function loadFleet(db: Db, index: FleetIndex): Promise<void> {
  for await (const stations of readAllStations(db)) for (const station of stations) index.putStation(station);
  for await (const entries of readAllEntries(db)) for (const entry of entries) index.putDevice(entry);
}

/**
 * Reads what changed: named devices and stations. Answers the loggers and stations that devices left, and the stations that stood or were built otherwise
 * before.
 */
export async function refreshFleet(
  db: Db,
  index: FleetIndex,
  { devices, stations }: Named,
): Promise<Pick<FleetChange, 'left' | 'rebuilt'>> {
  const before = devices.flatMap((id) => index.device(id) ?? []);
  const rebuilt = stations.length > 0 ? await refreshStations(db, index, stations) : [];
  if (devices.length > 0) await refreshDevices(db, index, devices);
  const left = (of: 'parentId' | 'stationId') => {
    const moved = before.filter((device) => index.device(device.id)?.[of] !== device[of]);
    return [...new Set(moved.flatMap((device) => device[of] ?? []))];
  };
  return { left: { devices: left('parentId'), stations: left('stationId') }, rebuilt };
}

/** Devices that are read and told of at once: between two parts of very many everything else has its turn. */
const AT_ONCE = 1000;

/** A design of hundreds of arrays is compared in a millisecond. */
const STATIONS_AT_ONCE = 50;

/** What changed in parts, each of which is read as a whole or not at all. */
export function* partsOf({ devices, stations }: Named): Generator<Named> {
  for (let start = 0; start < stations.length; start += STATIONS_AT_ONCE)
    yield { devices: [], stations: stations.slice(start, start + STATIONS_AT_ONCE) };
  for (let start = 0; start < devices.length; start += AT_ONCE)
    yield { devices: devices.slice(start, start + AT_ONCE), stations: [] };
}

/** What a station stands and is built like. */
const BUILT = ['timeZone', 'latitude', 'longitude', 'elevation', 'capacityKw', 'tilt', 'azimuth'] as const;

const isRebuilt = (before: FleetStation, after: FleetStation): boolean =>
  BUILT.some((name) => before[name] !== after[name]) ||
  JSON.stringify(before.design) !== JSON.stringify(after.design);

async function refreshStations(db: Db, index: FleetIndex, ids: readonly number[]): Promise<number[]> {
  const rebuilt: number[] = [];
  for (let start = 0; start < ids.length; start += STATIONS_AT_ONCE) {
    const part = ids.slice(start, start + STATIONS_AT_ONCE);
    const stations = await readStations(db, part);
    const found = new Set(stations.map(({ id }) => id));
    for (const id of part) if (!found.has(id)) index.removeStation(id);
    for (const station of stations) {
      const before = index.station(station.id);
      if (before !== undefined && isRebuilt(before, station)) rebuilt.push(station.id);
      index.putStation(station);
    }
  }
  return rebuilt;
}

async function refreshDevices(db: Db, index: FleetIndex, ids: readonly number[]): Promise<void> {
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const part = ids.slice(start, start + AT_ONCE);
    const entries = await readEntries(db, { ids: part });
    const found = new Set(entries.map(({ device }) => device.id));
    for (const id of part) if (!found.has(id)) index.removeDevice(id);
    for (const entry of entries) index.putDevice(entry);
  }
}
