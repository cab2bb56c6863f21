import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { FAULT_POINTS, faultPointId } from './fault-words.ts';

const POINTS = FAULT_POINTS.map(faultPointId);
/** Alarms looked at in one go. */
const CHUNK = 1000;

/** Later than any sample: the year 2100. */
const FAR = Date.UTC(2100, 0);

interface TakenAlarm {
  id: number;
  deviceId: number;
  type: string;
  beganAt: Date;
  recoveredAt: Date | null;
}

type Stores = Pick<Platform, 'db' | 'samples'>;

/**
 * Deletes the alarms that began with a value of an import, where that value is gone. An alarm that goes on in what is left begins there
 * instead. `from` and `to`: the times of the import, epoch milliseconds. May be repeated; memory does not hear of it here.
 */
export async function removeTakenAlarms(
  { db, samples }: Stores,
  of: { importId: number; devices: readonly number[]; from: number; to: number },
): Promise<void> {
  let after = 0;
  for (;;) {
    const alarms: TakenAlarm[] = await db
      .selectFrom('alarms')
      .select(['id', 'deviceId', 'type', 'beganAt', 'recoveredAt'])
      .where('deviceId', '=', sql<number>`ANY(${[...of.devices]})`)
      .where('type', 'in', ['deviceFault', 'offline'])
      .where('beganAt', '>=', new Date(of.from))
      .where('beganAt', '<=', new Date(of.to))
      .where('id', '>', after)
      .orderBy('id')
      .limit(CHUNK)
      .execute();
    const last = alarms.at(-1);
    if (!last) break;
    after = last.id;
    for (const alarm of await takenOf({ samples }, of.importId, alarms))
      await removeOne({ db, samples }, alarm);
  }
  // Words that still stand are saved again.
  await db
    .deleteFrom('faultWords')
    .where('deviceId', '=', sql<number>`ANY(${[...of.devices]})`)
    .where('time', '>=', new Date(of.from))
    .where('time', '<=', new Date(of.to))
    .execute();
}

/** Alarms at whose begin the import wrote a value that is gone: of a fault one that told it, of silence any. */
async function takenOf(
  { samples }: Pick<Stores, 'samples'>,
  importId: number,
  alarms: readonly TakenAlarm[],
): Promise<TakenAlarm[]> {
  const params = {
    import: importId,
    devices: [...new Set(alarms.map(({ deviceId }) => deviceId))],
    times: [...new Set(alarms.map(({ beganAt }) => beganAt.getTime()))],
    points: POINTS,
  };
  const told = 'point IN {points:Array(UInt32)} AND value != 0';
  const places = `device IN {devices:Array(UInt32)} AND toUnixTimestamp64Milli(time) IN {times:Array(Int64)}`;
  const from = Math.min(...params.times);
  const to = Math.max(...params.times);
  const span = `time >= fromUnixTimestamp64Milli({from:Int64}) AND time <= fromUnixTimestamp64Milli({to:Int64})`;
  const read = (table: string) =>
    samples.query<{ device: number; at: number; told: number }>(
      `SELECT device, toUnixTimestamp64Milli(time) AS at, max(${told}) AS told FROM ${table} AND ${places} AND ${span} GROUP BY device, time`,
      { ...params, from, to },
    );
  const written = keyed(await read('import_values WHERE import = {import:UInt32}'));
  const left = keyed(await read('samples FINAL WHERE 1'));
  return alarms.filter(({ deviceId, type, beganAt }) => {
    const key = `${deviceId} ${beganAt.getTime()}`;
    return type === 'offline' ? written.has(key) && !left.has(key) : written.get(key) === 1 && !left.get(key);
  });
}

const keyed = (rows: readonly { device: number; at: number; told: number }[]) =>
  new Map(rows.map(({ device, at, told }) => [`${device} ${at}`, told]));

async function removeOne({ db, samples }: Stores, alarm: TakenAlarm): Promise<void> {
  const next = alarm.type === 'deviceFault' ? await nextTold(samples, alarm) : undefined;
  if (next === undefined) await db.deleteFrom('alarms').where('id', '=', alarm.id).execute();
  else {
    await db
      .updateTable('alarms')
      .set((eb) => ({ beganAt: new Date(next), change: eb('change', '+', 1) }))
      .where('id', '=', alarm.id)
      .execute();
  }
}

/** The first time after an alarm's begin, and before its end, at which the device told a fault; epoch milliseconds. */
async function nextTold(
  samples: Stores['samples'],
  { deviceId, beganAt, recoveredAt }: TakenAlarm,
): Promise<number | undefined> {
  const [row] = await samples.query<{ at: number; n: number }>(
    `SELECT count() AS n, toUnixTimestamp64Milli(min(time)) AS at FROM samples FINAL
     WHERE device = {device:UInt32} AND point IN {points:Array(UInt32)} AND value != 0
       AND time > fromUnixTimestamp64Milli({from:Int64}) AND time <= fromUnixTimestamp64Milli({to:Int64})`,
    {
      device: deviceId,
      points: POINTS,
      from: beganAt.getTime(),
      to: recoveredAt?.getTime() ?? FAR,
    },
  );
  return row && row.n > 0 ? row.at : undefined;
}
