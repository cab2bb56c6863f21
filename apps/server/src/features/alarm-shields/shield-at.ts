import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { SAFETY_FAULTS, type Alarm } from '@sunfleet/contract';

/**
 * What a shield of `alarm_shields` may be about, each found by an index of its own: a station may have thousands of shields of one code, one for each device
 * that carries a label, and thousands of alarms.
 */
const KINDS = ['device', 'station', 'maintenance'] as const;
type Kind = (typeof KINDS)[number];

/**
 * Condition on `alarm_shields` under a name: it is a shield of this kind and about the alarm of table `alarms`, whenever that stood. Makers use one code for
 * different faults, so that its text decides as well: who keeps the working mode of one device quiet does not hide the arc of another one. Maintenance is
 * about all that are not about safety.
 */
function isAbout(name: string, kind: Kind, isThere = isAt(name)): RawBuilder<SqlBool> {
  const of = (column: string) => sql.ref(`${name}.${column}`);
  if (kind === 'maintenance')
    return sql<SqlBool>`${isThere} AND ${of('kind')} = 'maintenance' AND alarms.text_key <> ALL(${[...SAFETY_FAULTS]}::text[])`;
  const place =
    kind === 'device' ? sql`${of('device_id')} = alarms.device_id` : sql`${of('device_id')} IS NULL`;
  return sql<SqlBool>`${isThere} AND ${of('kind')} = 'fault' AND ${of('code')} = alarms.code AND ${of('text_key')} = alarms.text_key AND ${place}`;
}

const isAt = (name: string): RawBuilder<unknown> => sql`${sql.ref(`${name}.station_id`)} = alarms.station_id`;
/** The same, said so that alarms of one device are not looked for among all of its station. */
const isAlsoAt = (name: string): RawBuilder<unknown> =>
  sql`${sql.ref(`${name}.station_id`)} IS NOT DISTINCT FROM alarms.station_id`;

/** Alarms that shields under a name are about: for `CROSS JOIN LATERAL`, or as what a count of one shield is taken of. */
export const alarmsOf = (name: string, which: RawBuilder<SqlBool>): RawBuilder<unknown> =>
  sql`(${sql.join(
    KINDS.map(
      (kind) =>
        sql`SELECT alarms.id, alarms.device_id FROM alarms
             WHERE ${isAbout(name, kind, kind === 'device' ? isAlsoAt(name) : isAt(name))} AND ${which}`,
    ),
    sql` UNION ALL `,
  )})`;

/** When a shield of `alarm_shields AS shield` begins: that of a fault when it was made. */
export const SHIELD_BEGIN = sql<Date>`coalesce(shield.starts_at, shield.created_at)`;
/** When it ends or ended, as indexes say it. */
const SHIELD_END = sql<Date>`coalesce(shield.ended_at, shield.until, 'infinity')`;

/**
 * The shields of a kind that keep an alarm of table `alarms` quiet at `now` (epoch milliseconds), or did when it ended. They are looked up with each
 * read, so that a shield ends at its time without anybody writing, and one that was made while an alarm was being raised holds as well.
 */
function shields(kind: Kind, now: number): RawBuilder<unknown> {
  const then = sql`coalesce(alarms.recovered_at, ${new Date(now)}::timestamptz)`;
  return sql`FROM alarm_shields AS shield
    WHERE ${isAbout('shield', kind)} AND ${SHIELD_BEGIN} <= ${then} AND ${SHIELD_END} > ${then}`;
}

/** Condition: the alarm is kept quiet. */
export const isShielded = (now: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    KINDS.map((kind) => sql`EXISTS (SELECT ${shields(kind, now)})`),
    sql` OR `,
  )})`;

/** Condition: it is not. Said so that the database may join what it compares. */
export const isHeard = (now: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    KINDS.map((kind) => sql`NOT EXISTS (SELECT ${shields(kind, now)})`),
    sql` AND `,
  )})`;

/** The shield that lasts longest; null where none does. */
export const shieldAt = (now: number): RawBuilder<Alarm['shield']> =>
  sql<
    Alarm['shield']
  >`(SELECT json_build_object('id', one.id, 'until', (extract(epoch FROM one.until) * 1000)::bigint)
    FROM (${sql.join(
      KINDS.map((kind) => sql`SELECT shield.id, shield.until ${shields(kind, now)}`),
      sql` UNION ALL `,
    )}) AS one ORDER BY one.until DESC NULLS FIRST LIMIT 1)`;

/** Condition on `alarm_shields AS shield`: an alarm ended while it was quiet by it. */
export const HID_AN_END = sql<SqlBool>`EXISTS (SELECT FROM ${alarmsOf(
  'shield',
  sql<SqlBool>`alarms.recovered_at >= ${SHIELD_BEGIN} AND alarms.recovered_at < ${SHIELD_END}`,
)} AS hidden)`;
