import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { SAFETY_FAULTS, type Alarm } from '@sunfleet/contract';

/**
 * Condition on `alarm_shields` under a name: it is about the alarm of table `alarms`, whenever that stood. Makers use one code for different faults, so
 * that its text decides as well: who keeps the working mode of one device quiet does not hide the arc of another one. Maintenance is about all that are
 * not about safety.
 */
export function isAbout(name: string): RawBuilder<SqlBool> {
  const of = (column: string) => sql.ref(`${name}.${column}`);
  return sql<SqlBool>`(${of('station_id')} = alarms.station_id
    AND (${of('code')} = alarms.code AND ${of('text_key')} = alarms.text_key AND (${of('device_id')} IS NULL OR ${of('device_id')} = alarms.device_id)
      OR ${of('kind')} = 'maintenance' AND alarms.text_key <> ALL(${[...SAFETY_FAULTS]}::text[])))`;
}

/** The same of `alarm_shields AS shield`. */
export const IS_ABOUT = isAbout('shield');

/** When a shield of `alarm_shields AS shield` begins: that of a fault when it was made. */
export const SHIELD_BEGIN = sql<Date>`coalesce(shield.starts_at, shield.created_at)`;

/**
 * The shields that keep an alarm of table `alarms` quiet at `now` (epoch milliseconds), or did when it ended. They are looked up with each
 * read, so that a shield ends at its time without anybody writing, and one that was made while an alarm was being raised holds as well.
 */
const shields = (now: number) => {
  const then = sql`coalesce(alarms.recovered_at, ${new Date(now)}::timestamptz)`;
  return sql`FROM alarm_shields AS shield
    WHERE ${IS_ABOUT} AND ${SHIELD_BEGIN} <= ${then} AND coalesce(shield.ended_at, shield.until, 'infinity') > ${then}`;
};

/** Condition: the alarm is kept quiet. */
export const isShielded = (now: number): RawBuilder<SqlBool> => sql<SqlBool>`EXISTS (SELECT ${shields(now)})`;

/** The shield that lasts longest; null where none does. */
export const shieldAt = (now: number): RawBuilder<Alarm['shield']> =>
  sql<Alarm['shield']>`(SELECT json_build_object('id', shield.id,
      'until', (extract(epoch FROM shield.until) * 1000)::bigint)
    ${shields(now)} ORDER BY shield.until DESC NULLS FIRST LIMIT 1)`;
