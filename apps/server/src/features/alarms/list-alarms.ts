import type { Alarm, RouteOutput, routes } from '@sunfleet/contract';
import { sql, type ExpressionBuilder } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { toPage } from '../../platform/postgres/list-query.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { maskFor } from '../accounts/index.ts';
import { readStationScope } from '../scope/index.ts';
import { alarmColumns, alarmsWithObjects, toAlarm, type AlarmRow } from './alarm-view.ts';
import { alarmConditions, type AlarmConditions, type AlarmReader } from './listing/alarm-conditions.ts';
import type { AlarmListQuery, AlarmPageQuery } from './listing/alarm-list-query.ts';
import { countAlarms, NOTHING_COUNTED, type AlarmCounts } from './listing/count-alarms.ts';
import { readIdsInOrder } from './listing/ordered-alarms.ts';
import { maskAlarm } from './mask-alarm.ts';

type Page = RouteOutput<typeof routes.listAlarms>;

/**
 * A page of alarms of the stations the actor may see, with counts by level under the same filters (the level's own left
 * out, so that each count says what choosing it would show). Of very many not all are counted; `more` says so.
 */
export async function listAlarms(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  actor: Actor,
  query: AlarmPageQuery,
): Promise<Page> {
  const scope = await readStationScope(db, actor, 'alarms.view');
  const reader = { actor, scope, now: clock.now() };
  const conditions = await alarmConditions(db, reader, query);
  if (!conditions)
    return { ...toPage(query, 0, []), counts: NOTHING_COUNTED, more: { total: false, counts: false } };
  const { page, pageSize, level = [] } = query;
  const before = (page - 1) * pageSize;
  const [shown, counted, chosen] = await Promise.all([
    readIds(db, conditions, { reader, query, rows: pageSize, before }).then((ids) =>
      readAlarms({ db }, reader, ids),
    ),
    countAlarms(db, conditions),
    level.length > 0 ? countAlarms(db, conditions, level) : undefined,
  ]);
  const { total, more } = totalOf(chosen ?? counted, { before, pageSize, shown: shown.length });
  return {
    ...toPage(query, total, shown),
    counts: counted.counts,
    more: { total: more, counts: counted.more },
  };
}

/** Where not all were counted, there are those of the page and before it at least: a full one may have another behind it, and one that is not full is the last. */
function totalOf(
  { counts, more }: AlarmCounts,
  { before, pageSize, shown }: { before: number; pageSize: number; shown: number },
): { total: number; more: boolean } {
  const total = Object.values(counts).reduce((sum, n) => sum + n, 0);
  if (!more || (shown === 0 && before > 0)) return { total, more };
  if (shown < pageSize) return { total: before + shown, more: false };
  return { total: Math.max(total, before + shown + 1), more };
}

/** Ids of alarms under filters, in their order, up to `most` of them. */
export async function readAlarmIds(
  { db }: Pick<Platform, 'db'>,
  reader: AlarmReader,
  { query, most }: { query: AlarmListQuery; most: number },
): Promise<number[]> {
  const conditions = await alarmConditions(db, reader, query);
  return conditions ? readIds(db, conditions, { reader, query, rows: most, before: 0 }) : [];
}

interface AskedIds {
  reader: AlarmReader;
  query: AlarmListQuery;
  rows: number;
  before: number;
}

async function readIds(
  db: Platform['db'],
  conditions: AlarmConditions,
  { reader: { actor, now }, query, ...page }: AskedIds,
): Promise<number[]> {
  // What an alarm cost is hidden from visitors, and so is whose is more.
  const sort = query.sort === 'loss' && maskFor(actor).active ? 'level' : query.sort;
  return await readIdsInOrder(db, conditions, { query: { ...query, sort }, now, ...page });
}

/** Alarms by their ids, in that order; those that the reader may not see are left out. Money is shown where the reader may see prices. */
export async function readAlarms(
  { db }: Pick<Platform, 'db'>,
  { actor, scope, now }: AlarmReader,
  ids: readonly number[],
): Promise<Alarm[]> {
  if (ids.length === 0) return [];
  const mayPrice = await readStationScope(db, actor, 'tariffs.view');
  const rows: AlarmRow[] = await alarmsWithObjects(db)
    .where('alarms.id', '=', sql<number>`ANY(${[...ids]}::bigint[])`)
    .where((eb) => scope(eb as unknown as ExpressionBuilder<Tables, 'stations'>))
    .select(alarmColumns(now))
    .select((eb) => {
      const isPriced = mayPrice(eb as unknown as ExpressionBuilder<Tables, 'stations'>);
      return [
        eb.case().when(isPriced).then(eb.ref('alarms.lostAmount')).end().as('lostAmount'),
        eb.case().when(isPriced).then(eb.ref('alarms.lostCurrency')).end().as('lostCurrency'),
      ];
    })
    .execute();
  const mask = maskFor(actor);
  const byId = new Map(rows.map((row) => [row.id, maskAlarm(mask, toAlarm(row))]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
