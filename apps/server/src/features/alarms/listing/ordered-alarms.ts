import { ALARM_LEVELS, type AlarmLevel } from '@sunfleet/contract';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from '../../../platform/postgres/client.ts';
import { LEVEL_RANK } from '../alarm-view.ts';
import { IS_ACTIVE, IS_OVER, ofLevels, ofState, type AlarmConditions } from './alarm-conditions.ts';
import type { AlarmListQuery } from './alarm-list-query.ts';
import { allOf } from './all-of.ts';

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
  /** So many parts come before all of this one; with the others it is merged. */
  after: number;
}

interface Parts {
  parts: readonly Part[];
  /** Whether they say which state and levels are asked for. */
  knowsState?: boolean;
  knowsLevels?: boolean;
  /** What all are ordered by together, of the columns that `KEYS` selects. */
  order: RawBuilder<unknown>;
}

/** What nobody counted is less than nothing. */
const LOSS = sql`coalesce(alarms.lost, '-infinity')`;
const NEWEST = sql`alarms.began_at DESC, alarms.id DESC`;
const OLDEST = sql`alarms.began_at, alarms.id`;

const keys = (now: number) => sql`alarms.id, alarms.began_at, ${LEVEL_RANK} AS rank, ${LOSS} AS loss,
  coalesce(alarms.recovered_at, ${new Date(now)}) - alarms.began_at AS duration`;

/** Ids of alarms in an order: `rows` of them after those that come `before`. */
export async function readIdsInOrder(
  db: Db,
  conditions: AlarmConditions,
  page: AskedPage,
): Promise<number[]> {
  const read = async (query: RawBuilder<{ id: number }>) =>
    (await query.execute(db)).rows.map(({ id }) => id);
  const { few, found } = conditions;
  if (few === undefined) return await read(alongOrder(conditions, page));
  const enough = found.some((one) => one.along) ? few : 2 * (page.before + page.rows) + SPARE;
  const ids = await read(fewInOrder(conditions, page, enough));
  return ids.length < page.rows && few > enough ? await read(fewInOrder(conditions, page, few)) : ids;
}

/** So many more than a page takes are put in order at first: most are what is asked for, and to put all in order takes longer than to find some of them. */
const SPARE = 500;

/** The index of stations knows all that they are ordered by; what they are asked beside is read of one after the other, until the page is full. */
function fewInOrder(
  { found, asked, state }: AlarmConditions,
  { query, now, rows, before }: AskedPage,
  most: number,
): RawBuilder<{ id: number }> {
  const { order } = partsOf(query);
  const where = [...found.map((one) => one.where), ...ofState(state), ...levelsOf(query)];
  return sql`SELECT few.id FROM (SELECT ${keys(now)} FROM alarms WHERE ${allOf(where)} ORDER BY ${order} LIMIT ${most}) AS few
    CROSS JOIN LATERAL (SELECT FROM alarms WHERE alarms.id = few.id AND ${allOf(asked)} OFFSET 0) AS fitting
    ORDER BY ${order} LIMIT ${rows} OFFSET ${before}`;
}

const levelsOf = ({ level = [] }: AskedPage['query']) => (level.length > 0 ? [ofLevels(level)] : []);

function alongOrder(
  { found, asked, state }: AlarmConditions,
  { query, now, rows, before }: AskedPage,
): RawBuilder<{ id: number }> {
  const { parts, order, knowsState, knowsLevels } = partsOf(query);
  const shared = [
    ...found.map((one) => one.where),
    // Of what has an index of its own the database knows best how many stand.
    ...(knowsState && !found.some((one) => one.along) ? [] : ofState(state)),
    ...(knowsLevels ? [] : levelsOf(query)),
  ];
  const station = query.sort === 'beganAt' ? found.find((one) => one.along)?.station : undefined;
  const read = ({ where, order: own }: Part) => {
    const end = sql`ORDER BY ${own} LIMIT ${rows + before}`;
    const conditions = allOf([...shared, ...where, ...asked]);
    if (station === undefined) return sql`SELECT ${keys(now)} FROM alarms WHERE ${conditions} ${end}`;
    return sql`SELECT ${keys(now)} FROM (${codesOf(station)}) AS own CROSS JOIN LATERAL (
      SELECT alarms.* FROM alarms WHERE alarms.code = own.code AND ${conditions} ${end}) AS alarms ${end}`;
  };
  const name = (index: number) => sql.raw(`part_${index}`);
  const tables = parts.map((part, index) => {
    // A part is left alone where those before it fill the page.
    const earlier = parts.slice(0, part.after).map((_, at) => sql`(SELECT count(*) FROM ${name(at)})`);
    const rest = part.after > 0 ? sql`WHERE ${sql.join(earlier, sql` + `)} < ${rows + before}` : sql``;
    return sql`${name(index)} AS MATERIALIZED (SELECT * FROM (${read(part)}) AS read ${rest})`;
  });
  const together = parts.map((_, index) => sql`SELECT * FROM ${name(index)}`);
  return sql`WITH ${sql.join(tables)} SELECT id FROM (${sql.join(together, sql` UNION ALL `)}) AS together
    ORDER BY ${order} LIMIT ${rows} OFFSET ${before}`;
}

/** Codes of a station, each found from the one before it: its index has the alarms of each by time. */
const codesOf = (station: number) => sql`
  WITH RECURSIVE seen (code) AS (
    (SELECT alarms.code FROM alarms WHERE alarms.station_id = ${station} ORDER BY alarms.code LIMIT 1)
    UNION ALL
    SELECT (SELECT alarms.code FROM alarms WHERE alarms.station_id = ${station} AND alarms.code > seen.code ORDER BY alarms.code LIMIT 1)
      FROM seen WHERE seen.code IS NOT NULL)
  SELECT seen.code FROM seen WHERE seen.code IS NOT NULL`;

/** Ties come newest first, but in the order of times, where ascending is the reverse of descending. */
function partsOf({ sort, order, level, state }: AskedPage['query']): Parts {
  const isUp = order === 'asc';
  const byTime = isUp ? sql`began_at, id` : sql`began_at DESC, id DESC`;
  switch (sort) {
    case 'beganAt':
      return { parts: [{ where: [], order: isUp ? OLDEST : NEWEST, after: 0 }], order: byTime };
    case 'level':
      return {
        parts: byLevel(isUp, level).map((one, after) => ({ where: [ofLevels([one])], order: NEWEST, after })),
        knowsLevels: true,
        order: sql`rank ${sql.raw(order)}, began_at DESC, id DESC`,
      };
    case 'duration':
      return byDuration(isUp, state);
    case 'loss':
      return byLoss(isUp, state);
  }
}

function byLevel(isUp: boolean, chosen: readonly AlarmLevel[] = []): AlarmLevel[] {
  const levels = ALARM_LEVELS.filter((level) => chosen.length === 0 || chosen.includes(level));
  return isUp ? levels : levels.toReversed();
}

/** Those that stand, by when they began, among those that ended. */
function byDuration(isUp: boolean, state: AlarmListQuery['state']): Parts {
  const active = {
    after: 0,
    where: [IS_ACTIVE],
    order: isUp ? sql`alarms.began_at DESC, alarms.id` : sql`alarms.began_at, alarms.id DESC`,
  };
  const stood = sql`alarms.recovered_at - alarms.began_at`;
  const ended = {
    after: 0,
    where: [IS_OVER],
    order: isUp ? sql`${stood}, ${OLDEST}` : sql`${stood} DESC, ${NEWEST}`,
  };
  return {
    parts: [...(state === 'recovered' ? [] : [active]), ...(state === 'active' ? [] : [ended])],
    knowsState: true,
    order: isUp ? sql`duration, began_at, id` : sql`duration DESC, began_at DESC, id DESC`,
  };
}

/** As `alarms__loss` has them one after the other. */
const STANDS = sql`(alarms.recovered_at IS NULL)::int`;

/** What cost the same, or was not counted yet, comes by its level. Very many cost nothing. */
function byLoss(isUp: boolean, state: AlarmListQuery['state']): Parts {
  const worst = sql`${LEVEL_RANK} DESC, ${NEWEST}`;
  const ofAll = sql`rank DESC, began_at DESC, id DESC`;
  const steps: Omit<Part, 'after'>[] = isUp
    ? [
        { where: [sql`${LOSS} = '-infinity'`], order: worst },
        { where: [sql`${LOSS} = 0`], order: worst },
        { where: [sql`${LOSS} > 0`], order: sql`${LOSS}, ${worst}` },
      ]
    : [{ where: [], order: sql`${LOSS} DESC, ${worst}` }];
  const stand = [...(state === 'recovered' ? [] : [1]), ...(state === 'active' ? [] : [0])];
  return {
    parts: steps.flatMap(({ where, order }, step) =>
      stand.map((one) => ({
        where: [sql<SqlBool>`${STANDS} = ${sql.lit(one)}`, ...where],
        order,
        after: step * stand.length,
      })),
    ),
    knowsState: true,
    order: isUp ? sql`loss, ${ofAll}` : sql`loss DESC, ${ofAll}`,
  };
}
