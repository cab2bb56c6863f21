import type { AlarmLevel, AlarmType, Connection } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { SamplesDb } from '../../platform/clickhouse/samples-db.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { newDeviceState, STATE_POINTS, SLOT_OF, takeMessage, takeValue, type DeviceState } from './states.ts';
import type { Fleet } from '../fleet/index.ts';

/** An alarm that stands. */
export interface StandingAlarm {
  id: number;
  deviceId: number | null;
  stationId: number | null;
  level: AlarmLevel;
  type: AlarmType;
}

/** Alarms that stand: of some devices, or of all. */
export async function readStandingAlarms(db: Db, deviceIds?: readonly number[]): Promise<StandingAlarm[]> {
  return db
    .selectFrom('alarms')
    .select(['id', 'deviceId', 'stationId', 'level', 'type'])
    .where('recoveredAt', 'is', null)
    .$if(deviceIds !== undefined, (query) =>
      query.where('deviceId', '=', sql<number>`ANY(${[...(deviceIds ?? [])]})`),
    )
    .execute();
}

/** Newest values of a device among those that states are made of, and when its last message came; epoch milliseconds. */
export interface NewestValues {
  values: { point: number; time: number; value: number }[];
  lastAt: number;
}

export async function readNewest(
  samples: SamplesDb,
  deviceIds: readonly number[],
): Promise<Map<number, NewestValues>> {
  const rows = await samples.query<LatestRow & { lastAt: number }>(
    `SELECT device, groupArray(point) AS points, groupArray(toUnixTimestamp64Milli(time)) AS times,
       groupArray(value) AS values, max(toUnixTimestamp64Milli(time)) AS lastAt
     FROM latest FINAL WHERE device IN {devices:Array(UInt32)} GROUP BY device`,
    { devices: deviceIds },
  );
  return new Map(
    rows.map(({ device, points, times, values, lastAt }) => [
      device,
      { lastAt, values: points.map((point, i) => ({ point, time: times[i]!, value: values[i]! })) },
    ]),
  );
}

/** Lifetime energies of stations, kWh by id, as the last process wrote them. */
export async function readWrittenTotals(db: Db): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('stationStates')
    .select(['stationId', 'energyTotal'])
    .where('energyTotal', 'is not', null)
    .execute();
  return new Map(rows.map(({ stationId, energyTotal }) => [stationId, energyTotal!]));
}

/** States of devices as the last process left them: what it wrote, and the newest values of the store. */
export async function readDeviceStates(
  stores: { db: Db; samples: SamplesDb },
  fleet: Fleet,
): Promise<Map<number, DeviceState>> {
  const states = new Map<number, DeviceState>();
  const rows = await stores.db
    .selectFrom('deviceStates')
    .select(['deviceId', 'connection', 'signal', 'lastDataAt', 'lastSeenAt'])
    .where((eb) => eb.or([eb('lastDataAt', 'is not', null), eb('lastSeenAt', 'is not', null)]))
    .execute();
  for (const row of rows) {
    const device = fleet.device(row.deviceId);
    if (!device) continue;
    const state = newDeviceState(device.id, device.interval);
    state.connection = row.connection as Connection | null;
    state.signal = row.signal;
    state.lastDataAt = row.lastDataAt?.getTime() ?? 0;
    state.lastSeenAt = row.lastSeenAt?.getTime() ?? 0;
    states.set(device.id, state);
  }
  await addLatest(stores.samples, fleet, states);
  await addLastMessages(stores.samples, fleet, states);
  return states;
}

interface LatestRow {
  device: number;
  points: number[];
  times: number[];
  values: number[];
}

async function addLatest(db: SamplesDb, fleet: Fleet, states: Map<number, DeviceState>): Promise<void> {
  const rows = await db.query<LatestRow>(
    `SELECT device, groupArray(point) AS points, groupArray(toUnixTimestamp64Milli(time)) AS times,
       groupArray(value) AS values
     FROM latest FINAL WHERE point IN {points:Array(UInt32)} GROUP BY device`,
    { points: STATE_POINTS },
  );
  for (const row of rows) {
    const device = fleet.device(row.device);
    if (!device) continue;
    const state = states.get(device.id) ?? newDeviceState(device.id, device.interval);
    states.set(device.id, state);
    for (const [i, point] of row.points.entries()) {
      const time = row.times[i] ?? 0;
      takeValue(state, SLOT_OF[point] ?? -1, { time, value: row.values[i] ?? NaN });
    }
  }
}

/** The last message of a device, whichever points it brought. */
async function addLastMessages(db: SamplesDb, fleet: Fleet, states: Map<number, DeviceState>): Promise<void> {
  const { device: ids = [], at = [] } = await db.columns(
    'SELECT device, toUnixTimestamp64Milli(max(time)) AS at FROM latest WHERE device > 0 GROUP BY device',
  );
  for (const [row, id] of ids.entries()) {
    const device = fleet.device(Number(id));
    if (!device) continue;
    const state = states.get(device.id) ?? newDeviceState(device.id, device.interval);
    states.set(device.id, state);
    takeMessage(state, Number(at[row]));
    state.steps.length = 0;
  }
}
