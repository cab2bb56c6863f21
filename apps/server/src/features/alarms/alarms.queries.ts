import { sql, type Selectable } from 'kysely';
import type { SamplesDb } from '../../platform/clickhouse/samples-db.ts';
import { inPages } from '../../platform/pages.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { AlarmsTable } from '../../platform/postgres/tables/alarms.ts';
import { keptFor, type AlarmRecord } from './alarm-book.ts';
import { FAULT_POINTS, faultPointId, loadWord, type FaultWords } from './fault-words.ts';

/** Alarms that stand, and those that closed so shortly before `now` that they play a part; of some devices, or of all. */
export async function* readRecentAlarms(
  db: Db,
  now: number,
  deviceIds?: readonly number[],
): AsyncGenerator<AlarmRecord[]> {
  const pages = inPages(
    (after, limit) =>
      db
        .selectFrom('alarms')
        .selectAll()
        .$if(deviceIds !== undefined, (query) =>
          query.where('deviceId', '=', sql<number>`ANY(${[...(deviceIds ?? [])]})`),
        )
        .where((eb) =>
          eb.or([
            eb('recoveredAt', 'is', null),
            eb('recoveredAt', '>', new Date(now - keptFor('offline'))),
            eb.and([eb('type', '=', 'rule'), eb('recoveredAt', '>', new Date(now - keptFor('rule')))]),
          ]),
        )
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
    ({ id }) => id,
  );
  for await (const rows of pages) yield rows.map(toRecord);
}

function toRecord({
  id,
  change,
  deviceId,
  type,
  code,
  level,
  textKey,
  ...row
}: Selectable<AlarmsTable>): AlarmRecord {
  const state = {
    stationId: row.stationId,
    beganAt: row.beganAt.getTime(),
    lastSeenAt: row.lastSeenAt.getTime(),
    recoveredAt: row.recoveredAt?.getTime() ?? null,
    count: row.count,
  };
  return { deviceId, type, code, level, textKey, ...state, row: { id, change, ...state }, announced: true };
}

/** Which devices: those named, or all from one id to another. */
export type DeviceSpan = readonly number[] | { from: number; to: number };

/** The newest fault words of devices. */
export async function readFaultWordsOfStore(samples: SamplesDb, of: DeviceSpan): Promise<FaultWords> {
  const slots = new Map(FAULT_POINTS.map((key, slot) => [faultPointId(key), slot]));
  const devices = 'from' in of ? 'BETWEEN {from:UInt32} AND {to:UInt32}' : 'IN {devices:Array(UInt32)}';
  const rows = await samples.columns(
    `SELECT device, point, toUnixTimestamp64Milli(time) AS at, value FROM latest FINAL
     WHERE point IN ({points:Array(UInt32)}) AND device ${devices}`,
    { points: [...slots.keys()], ...('from' in of ? of : { devices: of }) },
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
export async function* readOfflineDevices(db: Db, now: number) {
  const pages = inPages(
    (after, limit) =>
      db
        .selectFrom('deviceStates')
        .innerJoin('devices', 'devices.id', 'deviceStates.deviceId')
        .select(['deviceId', 'kind', 'lastDataAt', 'lastSeenAt'])
        .where('status', '=', 'offline')
        .where('deviceId', '>', after)
        .orderBy('deviceId')
        .limit(limit)
        .execute(),
    ({ deviceId }) => deviceId,
  );
  for await (const rows of pages) {
    for (const { deviceId, kind, lastDataAt, lastSeenAt } of rows) {
      const seen = kind === 'logger' ? (lastSeenAt?.getTime() ?? 0) : 0;
      const last = Math.max(lastDataAt?.getTime() ?? 0, seen);
      yield [deviceId, { since: last > 0 ? last : now, dueAt: now }] as const;
    }
  }
}
