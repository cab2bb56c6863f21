import { ALARM_LEVELS, type AlarmLevel } from '@sunfleet/contract';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { LEVEL_RANK } from '../alarm-view.ts';
import { IS_ACTIVE, IS_OVER, ofLevels, type AlarmConditions } from './alarm-conditions.ts';
import type { AlarmListQuery } from './alarm-list-query.ts';

interface AskedPage {
  query: Pick<AlarmListQuery, 'sort' | 'order' | 'level' | 'state'>;
  now: number;
  rows: number;
  before: number;
}

/** Some alarms of a list, of which one index knows the order. */
interface Part {
  where: readonly RawBuilder<SqlBool>[];
  order: RawBuilder<unknown>;
}

interface Parts {
  parts: readonly Part[];
  /** Whether all of a part come before all of the next one; otherwise they are merged. */
  oneByOne: boolean;
  /** What all are ordered by together, of the columns that `KEYS` selects. */
  order: RawBuilder<unknown>;
}

/** What nobody counted is less than nothing. */
const LOSS = sql`coalesce(alarms.lost, '-infinity')`;
const NEWEST = sql`alarms.began_at DESC, alarms.id DESC`;
const OLDEST = sql`alarms.began_at, alarms.id`;

/** So many stations are read one by one, each along its index. */
const MOST_MERGED = 100;

/** Columns that conditions and orders are about. */
const OF_ASKED = sql.raw(
  'id, station_id, device_id, type, code, text_key, level, handling, assigned_to, began_at, recovered_at, lost'
    .split(', ')
    .map((column) => `alarms.${column}`)
    .join(', '),
);

const keys = (now: number) => sql`alarms.id, alarms.began_at, ${LEVEL_RANK} AS rank, ${LOSS} AS loss,
  coalesce(alarms.recovered_at, ${new Date(now)}) - alarms.began_at AS duration`;

/** Ids of alarms in an order: `rows` of them after those that come `before`. */
export function orderedAlarmIds(
  { found, asked, few }: AlarmConditions,
  { query, now, rows, before }: AskedPage,
): RawBuilder<{ id: number }> {
  const { parts, oneByOne, order } = partsOf(query);
  const levels = query.level ?? [];
  const limit = sql`LIMIT ${rows + before}`;
  const read = ({ where, order: own }: Part) => {
    const indexed = [...found, ...(levels.length > 0 ? [ofLevels(levels)] : []), ...where];
    const all = (conditions: readonly RawBuilder<SqlBool>[]) => sql.join(conditions, sql` AND `);
    const select = sql`SELECT ${keys(now)} FROM`;
    const end = sql`ORDER BY ${own} ${limit}`;
    if (!few) return sql`${select} alarms WHERE ${all([...indexed, ...asked])} ${end}`;
    if (query.sort === 'beganAt' && few.length <= MOST_MERGED)
      return sql`${select} unnest(${[...few]}::bigint[]) AS own (id) CROSS JOIN LATERAL (SELECT alarms.* FROM alarms
         WHERE alarms.station_id = own.id AND ${all([...indexed, ...asked])} ${end}) AS alarms ${end}`;
    // What stands behind OFFSET is found before anything of it is asked.
    return sql`${select} (SELECT ${OF_ASKED} FROM alarms WHERE ${all(indexed)} ORDER BY ${own} OFFSET 0) AS alarms WHERE ${all(asked)} ${end}`;
  };
  const name = (index: number) => sql.raw(`part_${index}`);
  const tables = parts.map((part, index) => {
    // A part is left alone where those before it fill the page.
    const earlier = parts.slice(0, index).map((_, at) => sql`(SELECT count(*) FROM ${name(at)})`);
    const rest = oneByOne && index > 0 ? sql`WHERE ${sql.join(earlier, sql` + `)} < ${rows + before}` : sql``;
    return sql`${name(index)} AS MATERIALIZED (SELECT * FROM (${read(part)}) AS read ${rest})`;
  });
  const all = parts.map((_, index) => sql`SELECT * FROM ${name(index)}`);
  return sql`WITH ${sql.join(tables)} SELECT id FROM (${sql.join(all, sql` UNION ALL `)}) AS together
    ORDER BY ${order} LIMIT ${rows} OFFSET ${before}`;
}

/** Ties come newest first, but in the order of times, where ascending is the reverse of descending. */
function partsOf({ sort, order, level, state }: AskedPage['query']): Parts {
  const isUp = order === 'asc';
  const byTime = isUp ? sql`began_at, id` : sql`began_at DESC, id DESC`;
  switch (sort) {
    case 'beganAt':
      return { parts: [{ where: [], order: isUp ? OLDEST : NEWEST }], oneByOne: true, order: byTime };
    case 'level':
      return {
        parts: byLevel(isUp, level).map((one) => ({ where: [ofLevels([one])], order: NEWEST })),
        oneByOne: true,
        order: sql`rank ${sql.raw(order)}, began_at DESC, id DESC`,
      };
    case 'duration':
      return byDuration(isUp, state);
    case 'loss':
      return byLoss(isUp);
  }
}

function byLevel(isUp: boolean, chosen: readonly AlarmLevel[] = []): AlarmLevel[] {
  const levels = ALARM_LEVELS.filter((level) => chosen.length === 0 || chosen.includes(level));
  return isUp ? levels : levels.toReversed();
}

/** Those that stand, by when they began, among those that ended. */
function byDuration(isUp: boolean, state: AlarmListQuery['state']): Parts {
  const active = {
    where: [IS_ACTIVE],
    order: isUp ? sql`alarms.began_at DESC, alarms.id` : sql`alarms.began_at, alarms.id DESC`,
  };
  const stood = sql`alarms.recovered_at - alarms.began_at`;
  const ended = {
    where: [IS_OVER],
    order: isUp ? sql`${stood}, ${OLDEST}` : sql`${stood} DESC, ${NEWEST}`,
  };
  return {
    parts: [...(state === 'recovered' ? [] : [active]), ...(state === 'active' ? [] : [ended])],
    oneByOne: false,
    order: isUp ? sql`duration, began_at, id` : sql`duration DESC, began_at DESC, id DESC`,
  };
}

/** What cost the same, or was not counted yet, comes by its level. Very many cost nothing. */
function byLoss(isUp: boolean): Parts {
  const worst = sql`${LEVEL_RANK} DESC, ${NEWEST}`;
  const ofAll = sql`rank DESC, began_at DESC, id DESC`;
  if (!isUp)
    return {
      parts: [{ where: [], order: sql`${LOSS} DESC, ${worst}` }],
      oneByOne: true,
      order: sql`loss DESC, ${ofAll}`,
    };
  return {
    parts: [
      { where: [sql`${LOSS} = '-infinity'`], order: worst },
      { where: [sql`${LOSS} = 0`], order: worst },
      { where: [sql`${LOSS} > 0`], order: sql`${LOSS}, ${worst}` },
    ],
    oneByOne: true,
    order: sql`loss, ${ofAll}`,
  };
}
