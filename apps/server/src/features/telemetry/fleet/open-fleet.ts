import { messageOf } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import { FleetIndex, type Fleet } from './fleet.ts';

/** What changed since the last announcement. */
export interface FleetChange {
  devices: readonly number[];
  stations: readonly number[];
}

export interface OpenFleet extends Fleet {
  /** Reads devices that are not known yet (their announcement is still under way). */
  ensure(deviceIds: readonly number[]): Promise<void>;
  onChange(listener: (change: FleetChange) => void): void;
  stop(): Promise<void>;
}

/** Changes come in bursts (an import adds thousands); one read serves a burst. */
const REFRESH_DELAY_MS = 50;

/** Loads the fleet in two queries and keeps it true by the announcements on the bus. */
export async function openFleet(platform: Platform): Promise<OpenFleet> {
  const { db, bus, log } = platform;
  const index = new FleetIndex();
  await Promise.all([readStations(db, index), readDevices(db, index)]);
  const listeners: ((change: FleetChange) => void)[] = [];
  const pending = { devices: new Set<number>(), stations: new Set<number>() };
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  const refresh = async () => {
    const change = { devices: [...pending.devices], stations: [...pending.stations] };
    pending.devices.clear();
    pending.stations.clear();
    await readStations(db, index, change.stations);
    await readDevices(db, index, change.devices);
    for (const listener of listeners) listener(change);
  };
  const schedule = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      running = refresh().catch((error) => log.warn({ err: messageOf(error) }, 'fleet not refreshed'));
    }, REFRESH_DELAY_MS);
  };
  const ends = [
    bus.subscribe('deviceChanged', ({ deviceId }) => (pending.devices.add(deviceId), schedule())),
    bus.subscribe('stationChanged', ({ stationId }) => (pending.stations.add(stationId), schedule())),
  ];
  return Object.assign(index, {
    async ensure(deviceIds: readonly number[]) {
      const unknown = deviceIds.filter((id) => !index.device(id));
      if (unknown.length === 0) return;
      await readDevices(db, index, unknown);
      const stations = unknown.map((id) => index.device(id)?.stationId ?? 0);
      await readStations(
        db,
        index,
        [...new Set(stations)].filter((id) => id > 0 && !index.station(id)),
      );
    },
    onChange: (listener: (change: FleetChange) => void) => void listeners.push(listener),
    async stop() {
      clearTimeout(timer);
      for (const end of ends) end();
      await running;
    },
  });
}

async function readStations(db: Db, index: FleetIndex, ids?: readonly number[]): Promise<void> {
  if (ids?.length === 0) return;
  let query = db
    .selectFrom('stations')
    .select(['id', 'type', 'capacityKw', 'timeZone', 'latitude', 'longitude'])
    .select(['elevation', 'tilt', 'azimuth']);
  if (ids) query = query.where('id', 'in', [...ids]);
  const rows = await query.execute();
  const found = new Set(rows.map((row) => row.id));
  for (const id of ids ?? []) if (!found.has(id)) index.removeStation(id);
  for (const row of rows) index.putStation(row);
}

async function readDevices(db: Db, index: FleetIndex, ids?: readonly number[]): Promise<void> {
  if (ids?.length === 0) return;
  let query = db
    .selectFrom('devices')
    .select(['id', 'kind', 'stationId', 'parentId', 'meterRole', 'ratedPower', 'uploadIntervalSeconds']);
  if (ids) query = query.where('id', 'in', [...ids]);
  const rows = await query.execute();
  const found = new Set(rows.map((row) => row.id));
  for (const id of ids ?? []) if (!found.has(id)) index.removeDevice(id);
  for (const { uploadIntervalSeconds, ...row } of rows) {
    index.putDevice({
      ...row,
      interval: uploadIntervalSeconds === null ? null : uploadIntervalSeconds * 1000,
    });
  }
}
