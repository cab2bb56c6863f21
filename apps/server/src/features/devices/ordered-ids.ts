import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { ofIds, orderBy, towards, wayOf, type DeviceSort, type Direction, type Walk } from './device-sort.ts';

interface OrderedDevices extends Direction {
  sort: DeviceSort;
  /** Whether they are narrowed by more than who may see them. */
  narrowed: boolean;
  /** Where devices are read from, as `devices` and `state`. */
  source: RawBuilder<unknown>;
  condition: RawBuilder<SqlBool>;
  rows: number;
  before: number;
}

type Ids = RawBuilder<{ id: number }>;

/** Ids of devices in an order: `rows` of them after those that come `before`. */
export function orderedIds(asked: OrderedDevices): Ids {
  const way = wayOf(asked.sort, asked.narrowed);
  if ('walk' in way) return alongIndex(asked, way.walk);
  const order = orderBy([sql.raw(way.key), sql`devices.id`], asked);
  return sql`SELECT devices.id FROM ${asked.source} ${sql.raw(way.join)} WHERE ${asked.condition} ORDER BY ${order} ${page(asked)}`;
}

const page = ({ rows, before }: Pick<OrderedDevices, 'rows' | 'before'>) =>
  sql`LIMIT ${rows} OFFSET ${before}`;

/**
 * Those of whom the key is known are read along an index, so that the database stops where the page is full. The others come after them, and are read only where
 * they are on the page; from the end it is the other way round.
 */
function alongIndex(asked: OrderedDevices, walk: Walk): Ids {
  const { source, condition, rows, before } = asked;
  if (!walk.known) return sql`SELECT id FROM (${keyed(asked, walk, page(asked))}) AS page`;
  const known = keyed(asked, walk, sql`LIMIT ${rows + before}`);
  const unknown = sql`
    SELECT devices.id FROM ${source} WHERE ${condition} AND ${sql.raw(walk.known)} IS NULL ORDER BY devices.id ${ofIds(asked)} LIMIT ${rows + before}`;
  const isFull = (part: 'known' | 'unknown') =>
    sql`(SELECT count(*) FROM ${sql.raw(part)}) >= ${rows + before}`;
  const merged = sql`(SELECT id, key FROM known UNION ALL SELECT id, NULL FROM unknown) AS merged`;
  const parts = asked.fromEnd
    ? sql`unknown AS MATERIALIZED (${unknown}), known AS MATERIALIZED (SELECT * FROM (${known}) AS part WHERE NOT ${isFull('unknown')})`
    : sql`known AS MATERIALIZED (${known}), unknown AS MATERIALIZED (SELECT * FROM (${unknown}) AS part WHERE NOT ${isFull('known')})`;
  return sql`WITH ${parts} SELECT merged.id FROM ${merged} ORDER BY ${orderBy([sql`merged.key`, sql`merged.id`], asked)} ${page(asked)}`;
}

function keyed(asked: OrderedDevices, { table, key, known }: Walk, limit: RawBuilder<unknown>) {
  const { source, condition, rows, before } = asked;
  const along = (id: RawBuilder<unknown>) =>
    sql`ORDER BY ${sql.raw(key)} ${towards(asked)}, ${id} ${ofIds(asked)} ${limit}`;
  if (table?.each)
    // Ids that are computed keep the database from going through all devices in their order for a word that none has.
    return sql`
      SELECT part.id, ${sql.raw(key)} AS key FROM ${sql.raw(table.name)} CROSS JOIN LATERAL (
        SELECT devices.id FROM ${source} WHERE ${condition} AND ${sql.raw(table.on)}
         ORDER BY devices.id + 0 ${ofIds(asked)} LIMIT ${rows + before}) AS part ${along(sql`part.id`)}`;
  const joined = table ? sql.raw(`JOIN ${table.name} ON ${table.on}`) : sql``;
  const isKnown = known ? sql`AND ${sql.raw(known)} IS NOT NULL` : sql``;
  return sql`
    SELECT devices.id, ${sql.raw(key)} AS key FROM ${source} ${joined} WHERE ${condition} ${isKnown} ${along(sql`devices.id`)}`;
}
