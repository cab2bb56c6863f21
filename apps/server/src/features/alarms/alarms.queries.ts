import { sql } from 'kysely';
import type { SamplesDb } from '../../platform/clickhouse/samples-db.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { FLAP_WINDOW_MS, type AlarmRecord } from './alarm-book.ts';
import { FAULT_POINTS, faultPointId, loadWord, type FaultWords } from './fault-words.ts';

/** Alarms that stand, and those that closed within the flap window before `now`; of some devices, or of all. */
export async function readRecentAlarms(
  db: Db,
  now: number,
  deviceIds?: readonly number[],
): Promise<AlarmRecord[]> {
  const rows = await db
    .selectFrom('alarms')
    .selectAll()
    .$if(deviceIds !== undefined, (query) =>
      query.where('deviceId', '=', sql<number>`ANY(${[...(deviceIds ?? [])]})`),
    )
    .where((eb) =>
      eb.or([eb('recoveredAt', 'is', null), eb('recoveredAt', '>', new Date(now - FLAP_WINDOW_MS))]),
    )
    .execute();
  return rows.map(({ id, change, deviceId, type, code, level, textKey, ...row }) => {
    const state = {
      stationId: row.stationId,
      beganAt: row.beganAt.getTime(),
      lastSeenAt: row.lastSeenAt.getTime(),
      recoveredAt: row.recoveredAt?.getTime() ?? null,
      count: row.count,
    };
    return { deviceId, type, code, level, textKey, ...state, row: { id, change, ...state }, announced: true };
  });
}

/** The newest fault words of some devices, or of all. */
export async function readFaultWordsOfStore(
  samples: SamplesDb,
  deviceIds?: readonly number[],
): Promise<FaultWords> {
  const slots = new Map(FAULT_POINTS.map((key, slot) => [faultPointId(key), slot]));
  const rows = await samples.columns(
    `SELECT device, point, toUnixTimestamp64Milli(time) AS at, value FROM latest FINAL
     WHERE point IN ({points:Array(UInt32)}) ${deviceIds ? 'AND device IN {devices:Array(UInt32)}' : ''}`,
    { points: [...slots.keys()], ...(deviceIds && { devices: deviceIds }) },
  );
  const known: FaultWords = new Map();
  const { device = [], point = [], at = [], value = [] } = rows;
  for (let row = 0; row < device.length; row += 1) {
    const word = { time: Number(at[row]), value: Number(value[row]) };
    loadWord(known, Number(device[row]), slots.get(Number(point[row]))!, word);
  }
  return known;
}

/** Devices that were offline when the server stopped, with their last sign of life. */
export async function readOfflineDevices(db: Db, now: number) {
  const rows = await db
    .selectFrom('deviceStates')
    .innerJoin('devices', 'devices.id', 'deviceStates.deviceId')
    .select(['deviceId', 'kind', 'lastDataAt', 'lastSeenAt'])
    .where('status', '=', 'offline')
    .execute();
  return rows.map(({ deviceId, kind, lastDataAt, lastSeenAt }) => {
    const seen = kind === 'logger' ? (lastSeenAt?.getTime() ?? 0) : 0;
    const last = Math.max(lastDataAt?.getTime() ?? 0, seen);
    return [deviceId, { since: last > 0 ? last : now, dueAt: now }] as const;
  });
}
