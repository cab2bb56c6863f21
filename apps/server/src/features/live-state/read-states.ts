import type { AlarmLevel, AlarmType, Connection } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { SamplesDb } from '../../platform/clickhouse/samples-db.ts';
import { inPages, spansOf } from '../../platform/pages.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { DeviceState } from './device-state.ts';
import { isHeard } from '../alarms/index.ts';
import { SLOT_OF, STATE_POINTS } from './state-points.ts';

/** An alarm that stands and is not kept quiet. */
export interface StandingAlarm {
  id: number;
  deviceId: number | null;
  stationId: number | null;
  level: AlarmLevel;
  type: AlarmType;
}

/** Those of some devices at `now`. */
export function readStandingAlarms(
  db: Db,
  deviceIds: readonly number[],
  now: number,
): Promise<StandingAlarm[]> {
  return selectStanding(db, now)
    .where('deviceId', '=', sql<number>`ANY(${[...deviceIds]})`)
    .execute();
}

/** All of them at `now`. */
export function readAllStandingAlarms(db: Db, now: number): AsyncGenerator<StandingAlarm[]> {
  return inPages(
    (after, limit) => selectStanding(db, now).where('id', '>', after).orderBy('id').limit(limit).execute(),
    ({ id }) => id,
  );
}

function selectStanding(db: Db, now: number) {
  return db
    .selectFrom('alarms')
    .select(['id', 'deviceId', 'stationId', 'level', 'type'])
    .where('recoveredAt', 'is', null)
    .where(isHeard(now));
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

/** Lifetime energies of stations as they were measured, kWh by id, as the last process wrote them. */
export async function readWrittenTotals(db: Db): Promise<ReadonlyMap<number, number>> {
  const totals = new Map<number, number>();
  const pages = inPages(
    (after, limit) =>
      db
        .selectFrom('stationStates')
        .select((eb) => ['stationId', eb('energyTotal', '-', eb.ref('correctionTotal')).as('energyTotal')])
        .where('energyTotal', 'is not', null)
        .where('stationId', '>', after)
        .orderBy('stationId')
        .limit(limit)
        .execute(),
    ({ stationId }) => stationId,
  );
  for await (const rows of pages)
    for (const { stationId, energyTotal } of rows) totals.set(stationId, energyTotal!);
  return totals;
}

/** Where states are made. */
interface States {
  stateOf(deviceId: number): DeviceState | undefined;
}

type Span = { from: number; to: number };

/** Takes the states of devices as the last process left them: what it wrote, and the newest values of the store. */
export async function readDeviceStates(
  { db, samples }: { db: Db; samples: SamplesDb },
  states: States,
  deviceIds: Iterable<number>,
): Promise<void> {
  for (const span of spansOf(deviceIds)) {
    await addWritten(db, states, span);
    await addLatest(samples, states, span);
    await addLastMessages(samples, states, span);
  }
}

async function addWritten(db: Db, states: States, { from, to }: Span): Promise<void> {
  const rows = await db
    .selectFrom('deviceStates')
    .select(['deviceId', 'connection', 'signal', 'lastDataAt', 'lastSeenAt'])
    .where((eb) => eb.or([eb('lastDataAt', 'is not', null), eb('lastSeenAt', 'is not', null)]))
    .where('deviceId', '>=', from)
    .where('deviceId', '<=', to)
    .execute();
  for (const row of rows) {
    const state = states.stateOf(row.deviceId);
    if (!state) continue;
    state.connection = row.connection as Connection | null;
    state.signal = row.signal;
    state.lastDataAt = row.lastDataAt?.getTime() ?? 0;
    state.lastSeenAt = row.lastSeenAt?.getTime() ?? 0;
  }
}

interface LatestRow {
  device: number;
  points: number[];
  times: number[];
  values: number[];
}

const IN_SPAN = 'device BETWEEN {from:UInt32} AND {to:UInt32}';

async function addLatest(db: SamplesDb, states: States, span: Span): Promise<void> {
  const rows = await db.query<LatestRow>(
    `SELECT device, groupArray(point) AS points, groupArray(toUnixTimestamp64Milli(time)) AS times,
       groupArray(value) AS values
     FROM latest FINAL WHERE point IN {points:Array(UInt32)} AND ${IN_SPAN} GROUP BY device`,
    { points: STATE_POINTS, ...span },
  );
  for (const { device, points, times, values } of rows) {
    const state = states.stateOf(device);
    for (const [i, point] of points.entries()) {
      const slot = SLOT_OF[point] ?? -1;
      if (slot >= 0) state?.takeValue(slot, times[i] ?? 0, values[i] ?? NaN);
    }
  }
}

/** The last message of a device, whichever points it brought. */
async function addLastMessages(db: SamplesDb, states: States, span: Span): Promise<void> {
  const { device: ids = [], at = [] } = await db.columns(
    `SELECT device, toUnixTimestamp64Milli(max(time)) AS at FROM latest WHERE device > 0 AND ${IN_SPAN} GROUP BY device`,
    { ...span },
  );
  for (const [row, id] of ids.entries()) {
    const state = states.stateOf(Number(id));
    state?.takeMessage(Number(at[row]));
    state?.forgetSteps();
  }
}
