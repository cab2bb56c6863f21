import { ALARM_LEVELS, LIMITS, type AlarmLevel } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/client.ts';
import { ofLevels, type AlarmConditions } from './alarm-conditions.ts';

export interface AlarmCounts {
  counts: Record<AlarmLevel, number>;
  /** Whether there may be more than these. */
  more: boolean;
}

/** Alarms of a list by level, among `LIMITS.alarmsCounted` of those that indexes find. */
export async function countAlarms(
  db: Db,
  { found, asked, inOrder }: AlarmConditions,
  levels?: readonly AlarmLevel[],
): Promise<AlarmCounts> {
  const all = [...found, ...(levels ? [ofLevels(levels)] : [])];
  // Newest first keeps the database from reading the whole table for what it takes to be common.
  const order = inOrder ? sql`ORDER BY alarms.began_at DESC, alarms.id DESC` : sql``;
  const { rows } = await sql<{ level: AlarmLevel; fitting: number; looked: number }>`
    SELECT looked.level, (count(*) FILTER (WHERE looked.fits))::float8 AS fitting, count(*)::float8 AS looked FROM (
      SELECT alarms.level, ${sql.join(asked, sql` AND `)} AS fits FROM alarms
       WHERE ${all.length > 0 ? sql.join(all, sql` AND `) : sql`true`} ${order} LIMIT ${LIMITS.alarmsCounted}) AS looked
    GROUP BY looked.level`.execute(db);
  const ofLevel = new Map(rows.map(({ level, fitting }) => [level, fitting]));
  const counts = { ...NOTHING_COUNTED };
  for (const level of ALARM_LEVELS) counts[level] = ofLevel.get(level) ?? 0;
  const looked = rows.reduce((sum, row) => sum + row.looked, 0);
  return { counts, more: looked >= LIMITS.alarmsCounted };
}

export const NOTHING_COUNTED: AlarmCounts['counts'] = { tip: 0, general: 0, emergency: 0 };
