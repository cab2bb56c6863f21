import { LIMITS, type AlarmLevel } from '@sunfleet/contract';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from '../../../platform/postgres/client.ts';
import { ofLevels, ofState, type AlarmConditions } from './alarm-conditions.ts';
import { allOf } from './all-of.ts';

export interface AlarmCounts {
  counts: Record<AlarmLevel, number>;
  /** Whether there may be more than these. */
  more: boolean;
}

export const NOTHING_COUNTED: AlarmCounts['counts'] = { tip: 0, general: 0, emergency: 0 };

const NEWEST = sql`ORDER BY alarms.began_at DESC, alarms.id DESC`;
const OLDEST = sql`ORDER BY alarms.began_at, alarms.id`;
/** Along the index of named stations: without an order the database may begin anywhere in the whole table. */
const BY_STATION = sql`ORDER BY alarms.station_id`;

/** So many that one index finds are read and asked what else they have to be. */
const MOST_READ = 5000;

/** Alarms of which it is known whether they fit (`level`, `fits`), and whether more of them were left out than those of the limit. */
interface Looked {
  rows: RawBuilder<unknown>;
  isCut: RawBuilder<SqlBool>;
}

/** Alarms of a list by level, among `LIMITS.alarmsCounted` of those that are found under the filter. */
export async function countAlarms(
  db: Db,
  conditions: AlarmConditions,
  levels?: readonly AlarmLevel[],
): Promise<AlarmCounts> {
  const { rows: looked, isCut } = lookAt(conditions, levels ? [ofLevels(levels)] : []);
  const isFull = sql`count(*) >= ${LIMITS.alarmsCounted}`;
  const ofLevel = (level: AlarmLevel) =>
    sql`(count(*) FILTER (WHERE looked.fits AND looked.level = ${level}))::float8`;
  const { rows } = await sql<AlarmCounts['counts'] & { more: boolean }>`
    SELECT ${ofLevel('tip')} AS tip, ${ofLevel('general')} AS general, ${ofLevel('emergency')} AS emergency,
           CASE WHEN ${isFull} THEN true ELSE ${isCut} END AS more
      FROM (${looked} LIMIT ${LIMITS.alarmsCounted}) AS looked`.execute(db);
  const { more, ...counts } = rows[0]!;
  return { counts, more };
}

function lookAt(
  { found, asked, state, few, inOrder }: AlarmConditions,
  ofLevel: RawBuilder<SqlBool>[],
): Looked {
  const fits = sql`${allOf(asked)} AS fits`;
  const first = few === undefined ? found.find((one) => one.along) : undefined;
  const others = [
    ...found.filter((one) => one !== first).map((one) => one.where),
    ...ofState(state),
    ...ofLevel,
  ];
  if (few !== undefined || (!first && !inOrder))
    // The index of stations finds them; of those the rest is read.
    return {
      rows: sql`SELECT few.level, fitting.fits
        FROM (SELECT alarms.id, alarms.level FROM alarms WHERE ${allOf(others)} ${few === undefined ? BY_STATION : sql``} LIMIT ${LIMITS.alarmsCounted}) AS few
        CROSS JOIN LATERAL (SELECT ${fits} FROM alarms WHERE alarms.id = few.id OFFSET 0) AS fitting`,
      isCut: sql<SqlBool>`false`,
    };
  // Newest first keeps the database from reading the whole table for what it takes to be common. Those that stand are newer than most that ended.
  const order = state === 'recovered' ? OLDEST : NEWEST;
  if (!first)
    return {
      rows: sql`SELECT alarms.level, ${fits} FROM alarms WHERE ${allOf(others)} ${order}`,
      isCut: sql<SqlBool>`false`,
    };
  const along = sql`FROM alarms WHERE ${first.where}`;
  return {
    rows: sql`SELECT alarms.level, ${fits} FROM (SELECT alarms.* ${along} ${first.along === 'inOrder' ? order : sql``} LIMIT ${MOST_READ}) AS alarms
      WHERE ${allOf(others)}`,
    isCut: sql<SqlBool>`(SELECT count(*) >= ${MOST_READ} FROM (SELECT ${along} LIMIT ${MOST_READ}) AS along)`,
  };
}
