import { type AlarmGroup, type AlarmLevel, LIGHT_STEPS } from '@sunfleet/contract';
import { sql, type ExpressionBuilder, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import type { StationCondition } from '../scope/index.ts';
import { isShielded } from '../alarms/index.ts';

/** Ended before anybody could act, as a setting of ISA-18.2 that platforms begin with. */
const FLEETING = sql.raw(`recovered_at - began_at < interval '2 minutes'`);
/** What comes and goes within an hour is one alarm that counts. */
const CHATTERING = sql.raw('count >= 3');
/** Rows of a group. */
const MOST = 20;

export interface Asked {
  scope: StationCondition;
  from: Date;
  to: Date;
  now: number;
  stationId: number | undefined;
}

/** Stations that are asked about. */
const stationsOf = (db: Db, { scope, stationId }: Asked) =>
  db
    .selectFrom('stations')
    .where((eb) => scope(eb as unknown as ExpressionBuilder<Tables, 'stations'>))
    .$if(stationId !== undefined, (query) => query.where('stations.id', '=', stationId!));

/** The step of light in which it began. */
const LIGHT = sql<
  number | null
>`(ARRAY[${sql.raw(LIGHT_STEPS.join(', '))}]::int[])[width_bucket(alarms.irradiance, ARRAY[${sql.raw(LIGHT_STEPS.join(', '))}]::real[])]`;

/** What a device of an alarm says of itself; null of one that has left: its next owner hears that. */
const saidHere = (column: string) =>
  sql<string | null>`CASE WHEN devices.station_id = alarms.station_id THEN ${sql.ref(column)} END`;

/** Alarms that began within the span, with what they are counted by. */
function alarmsOf(db: Db, asked: Asked) {
  return stationsOf(db, asked)
    .innerJoin('alarms', 'alarms.stationId', 'stations.id')
    .innerJoin('devices', 'devices.id', 'alarms.deviceId')
    .where('alarms.beganAt', '>=', asked.from)
    .where('alarms.beganAt', '<', asked.to)
    .select([
      'alarms.id',
      'alarms.level',
      'alarms.code',
      'alarms.textKey',
      'alarms.beganAt',
      'alarms.recoveredAt',
      'alarms.count',
      'alarms.handling',
      'alarms.lostShare',
      'alarms.stationId',
      'alarms.deviceId',
      'stations.name as stationName',
      'devices.sn',
      saidHere('devices.model').as('model'),
      saidHere('devices.firmware').as('firmware'),
      sql<number>`extract(hour FROM alarms.began_at AT TIME ZONE stations.time_zone)::int`.as('hour'),
      LIGHT.as('light'),
    ]);
}

const ms = (interval: RawBuilder<unknown>) =>
  sql<number | null>`(extract(epoch FROM ${interval}) * 1000)::float8`;

/** Figures over all of them. */
export function readSums(db: Db, asked: Asked) {
  const firstStep = sql`(SELECT min(step.at) FROM alarm_steps AS step
    WHERE step.alarm_id = found.id AND step.kind IN ('confirmed', 'processed'))`;
  // Most that came again follow one of the same span, and each look for others is a search of its own.
  const before = sql`(previous < began_at AND previous >= began_at - interval '30 days' OR
    EXISTS (SELECT FROM alarms AS earlier WHERE earlier.device_id = found.device_id AND earlier.code = found.code
      AND earlier.began_at < found.began_at AND earlier.began_at >= found.began_at - interval '30 days'))`;
  const previous = sql<Date | null>`lag(began_at) OVER (PARTITION BY device_id, code ORDER BY began_at)`;
  return db
    .selectFrom(
      db.selectFrom(alarmsOf(db, asked).as('each')).selectAll().select(previous.as('previous')).as('found'),
    )
    .select(({ fn }) => [
      fn.countAll<number>().as('alarms'),
      sql<number>`count(*) FILTER (WHERE ${FLEETING})`.as('fleeting'),
      sql<number>`count(*) FILTER (WHERE ${CHATTERING})`.as('chattering'),
      sql<number>`count(*) FILTER (WHERE ${before})`.as('again'),
      ms(sql`avg(recovered_at - began_at)`).as('meanRecovered'),
      sql<number>`count(recovered_at)`.as('recovered'),
      ms(sql`avg(${firstStep} - began_at)`).as('meanConfirmed'),
      sql<number>`count(${firstStep})`.as('confirmed'),
      sql<number | null>`sum(lost_share)`.as('lost'),
      sql<number>`count(lost_share)`.as('lostKnown'),
    ])
    .executeTakeFirstOrThrow();
}

export function readLevels(db: Db, asked: Asked): Promise<{ level: AlarmLevel; n: number }[]> {
  return db
    .selectFrom(alarmsOf(db, asked).as('found'))
    .select(({ fn }) => ['level', fn.countAll<number>().as('n')])
    .groupBy('level')
    .execute();
}

/** Alarms of ten minutes by their number since the begin of the span. */
export async function readTenMinutes(db: Db, asked: Asked): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom(alarmsOf(db, asked).as('found'))
    .select(({ fn }) => [
      sql<number>`floor(extract(epoch FROM began_at - ${asked.from}::timestamptz) / 600)::int`.as('bucket'),
      fn.countAll<number>().as('n'),
    ])
    .groupBy('bucket')
    .execute();
  return new Map(rows.map(({ bucket, n }) => [bucket, Number(n)]));
}

/** Those that stood at the end of the span and had for a day then, those that a shield keeps quiet, and devices of the stations. */
export async function readState(
  db: Db,
  asked: Asked,
): Promise<{ standing: number; shielded: number; devices: number }> {
  const end = new Date(Math.min(asked.to.getTime(), asked.now));
  const day = new Date(end.getTime() - 86_400_000);
  const [standing, shielded, devices] = await Promise.all([
    stationsOf(db, asked)
      .innerJoin('alarms', 'alarms.stationId', 'stations.id')
      .where('alarms.beganAt', '<', day)
      .where((eb) => eb.or([eb('alarms.recoveredAt', 'is', null), eb('alarms.recoveredAt', '>', end)]))
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
    stationsOf(db, asked)
      .innerJoin('alarms', 'alarms.stationId', 'stations.id')
      .where('alarms.beganAt', '>=', asked.from)
      .where('alarms.beganAt', '<', asked.to)
      .where(isShielded(asked.now))
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
    stationsOf(db, asked)
      .innerJoin('devices', 'devices.stationId', 'stations.id')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
  ]);
  return { standing: Number(standing.n), shielded: Number(shielded.n), devices: Number(devices.n) };
}

/** What makes a group, and by what it is called. */
const GROUPS: Readonly<Record<AlarmGroup, readonly [key: string, name: string]>> = {
  code: ['code', 'min(text_key)'],
  station: ['station_id::text', 'min(station_name)'],
  device: ['device_id::text', 'min(sn)'],
  model: [`coalesce(model, '')`, 'NULL::text'],
  firmware: [`coalesce(firmware, '')`, 'NULL::text'],
  hour: ['hour::text', 'NULL::text'],
  light: [`coalesce(light::text, '')`, 'NULL::text'],
  loss: ['code', 'min(text_key)'],
};

/** The largest of a group; of hours all. */
export function readGroup(db: Db, asked: Asked, group: AlarmGroup) {
  const [key, name] = GROUPS[group];
  return db
    .selectFrom(alarmsOf(db, asked).as('found'))
    .select(({ fn }) => [
      sql<string>`${sql.raw(key)}`.as('key'),
      sql<string | null>`${sql.raw(name)}`.as('name'),
      fn.countAll<number>().as('alarms'),
      sql<number>`count(*) FILTER (WHERE level = 'emergency')`.as('emergency'),
      sql<number>`count(*) FILTER (WHERE ${FLEETING})`.as('fleeting'),
      sql<number>`count(*) FILTER (WHERE ${CHATTERING})`.as('chattering'),
      sql<number>`count(*) FILTER (WHERE handling = 'unhandled')`.as('unhandled'),
      ms(sql`avg(recovered_at - began_at)`).as('meanDuration'),
      sql<number | null>`sum(lost_share)`.as('lost'),
    ])
    .groupBy(sql.raw(key))
    .$if(group === 'loss', (query) => query.having(sql<SqlBool>`sum(lost_share) > 0`).orderBy('lost', 'desc'))
    .orderBy('alarms', 'desc')
    .orderBy('key')
    .limit(group === 'hour' ? 24 : MOST)
    .execute();
}

/** How often each code came. */
export async function readCodeCounts(db: Db, asked: Asked): Promise<number[]> {
  const rows = await db
    .selectFrom(alarmsOf(db, asked).as('found'))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .groupBy('code')
    .execute();
  return rows.map(({ n }) => Number(n));
}
