import type { Db } from '../../platform/postgres/client.ts';
import type { FleetIndex } from './fleet-index.ts';
import {
  readAllEntries,
  readAllStations,
  readDevicesOf,
  readEntries,
  readStations,
} from './fleet.queries.ts';

interface Named {
  devices: readonly number[];
  stations: readonly number[];
}

/** What changed since the last announcement. */
export interface FleetChange extends Named {
  /** What changed devices belonged to before: loggers and stations. */
  left: Named;
}

/** Reads the whole fleet. */
export async function loadFleet(db: Db, index: FleetIndex): Promise<void> {
  for await (const stations of readAllStations(db)) for (const station of stations) index.putStation(station);
  for await (const entries of readAllEntries(db)) for (const entry of entries) index.putDevice(entry);
}

/**
 * Reads what changed: named devices and stations, and the devices of these stations, whose zone may be another now. Answers the loggers and
 * stations that devices left.
 */
export async function refreshFleet(db: Db, index: FleetIndex, { devices, stations }: Named): Promise<Named> {
  const before = devices.flatMap((id) => index.device(id) ?? []);
  if (stations.length > 0) await refreshStations(db, index, stations);
  if (devices.length > 0) await refreshDevices(db, index, devices);
  const left = (of: 'parentId' | 'stationId') => {
    const moved = before.filter((device) => index.device(device.id)?.[of] !== device[of]);
    return [...new Set(moved.flatMap((device) => device[of] ?? []))];
  };
  return { devices: left('parentId'), stations: left('stationId') };
}

/** Devices that are read at once: between two parts of a large station everything else has its turn. */
const AT_ONCE = 1000;

async function refreshStations(db: Db, index: FleetIndex, ids: readonly number[]): Promise<void> {
  const stations = await readStations(db, ids);
  const found = new Set(stations.map(({ id }) => id));
  for (const id of ids) if (!found.has(id)) index.removeStation(id);
  for (const station of stations) index.putStation(station);
  await refreshDevices(db, index, await readDevicesOf(db, ids));
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
