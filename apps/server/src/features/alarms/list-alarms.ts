import {
  ALARM_LEVELS,
  LIMITS,
  type Alarm,
  type routes,
  type AlarmLevel,
  type RouteOutput,
  type RouteRequest,
} from '@sunfleet/contract';
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { maskFor } from '../accounts/index.ts';
import { containing, onPage, toPage } from '../../platform/postgres/list-query.ts';
import { readStationScope, type StationCondition } from '../scope/index.ts';
import { alarmColumns, alarmsWithObjects, LEVEL_RANK, toAlarm, type AlarmRow } from './alarm-view.ts';
import { maskAlarm } from './mask-alarm.ts';
import { isShielded } from './shields/shield-at.ts';

type Query = RouteRequest<typeof routes.listAlarms>['query'];
/** Filters and order, whatever page. */
export type AlarmListQuery = Omit<Query, 'page' | 'pageSize'>;
type Page = RouteOutput<typeof routes.listAlarms>;
type Builder = ExpressionBuilder<Tables, 'alarms' | 'devices' | 'stations'>;

/**
 * A page of alarms of the stations the actor may see, with counts by level under the same filters (the level's own left
 * out, so that each count says what choosing it would show). More than `LIMITS.alarmsCounted` are not counted.
 */
export async function listAlarms(platform: Platform, actor: Actor, query: Query): Promise<Page> {
  const scope = await readStationScope(platform.db, actor, 'alarms.view');
  const now = platform.clock.now();
  const found = () =>
    visibleAlarms(platform, scope).where((eb) => eb.and(conditions(eb, actor, { ...query, now })));
  const levels = query.level ?? [];
  const countOf = async (level: AlarmLevel) => {
    const some = found()
      .where('alarms.level', '=', level)
      .select('alarms.id')
      .limit(LIMITS.alarmsCounted + 1);
    const { n } = await platform.db
      .selectFrom(some.as('some'))
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    return [level, Number(n)] as const;
  };
  const counted = await Promise.all(ALARM_LEVELS.map(countOf));
  const counts = Object.fromEntries(counted) as Record<AlarmLevel, number>;
  const chosen: readonly AlarmLevel[] = levels.length > 0 ? levels : ALARM_LEVELS;
  const ids = await idsOf(platform, { actor, scope, query, now }).$call(onPage(query)).execute();
  const all = chosen.reduce((sum, level) => sum + counts[level], 0);
  const total = Math.min(all, LIMITS.alarmsCounted + 1);
  const shown = await readAlarms(
    platform,
    { actor, scope, now },
    ids.map(({ id }) => id),
  );
  return { ...toPage(query, total, shown), counts };
}

interface Reader {
  actor: Actor;
  scope: StationCondition;
  now: number;
}

/** Ids of alarms under filters, in their order. */
export function idsOf(
  platform: Pick<Platform, 'db'>,
  { actor, scope, query, now }: Reader & { query: AlarmListQuery },
) {
  const levels = query.level ?? [];
  // What an alarm cost is hidden from visitors, and so is whose is more.
  const sort = query.sort === 'loss' && maskFor(actor).active ? 'level' : query.sort;
  return (
    visibleAlarms(platform, scope)
      .where((eb) => eb.and(conditions(eb, actor, { ...query, now })))
      .select('alarms.id')
      .$if(levels.length > 0, (rest) => rest.where('alarms.level', 'in', levels))
      // Every alarm began: to say where those without a time come would leave the indexes by time aside.
      .$if(sort === 'beganAt', (rest) => rest.orderBy('alarms.beganAt', query.order))
      .$if(sort !== 'beganAt', (rest) =>
        rest.orderBy(sortColumn(sort, now), (by) =>
          query.order === 'asc' ? by.asc().nullsFirst() : by.desc().nullsLast(),
        ),
      )
      // What cost the same, or was not counted yet, comes by its level.
      .$if(sort === 'loss', (rest) => rest.orderBy(LEVEL_RANK, 'desc'))
      .orderBy('alarms.beganAt', 'desc')
      .orderBy('alarms.id', 'desc')
  );
}

/** Alarms by their ids, in that order; those that the reader may not see are left out. Money is shown where the reader may see prices. */
export async function readAlarms(
  { db }: Pick<Platform, 'db'>,
  { actor, scope, now }: Reader,
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

/** A device that is silent because its logger is silent is left out: the logger's alarm stands for both. */
function visibleAlarms(platform: Pick<Platform, 'db'>, scope: StationCondition) {
  return alarmsWithObjects(platform.db)
    .where((eb) => scope(eb as unknown as ExpressionBuilder<Tables, 'stations'>))
    .where('alarms.stationId', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.and([
          eb('alarms.type', '=', 'offline'),
          eb('alarms.recoveredAt', 'is', null),
          eb.exists(
            eb
              .selectFrom('alarms as ofParent')
              .select('ofParent.id')
              .whereRef('ofParent.deviceId', '=', 'devices.parentId')
              .where('ofParent.type', '=', 'offline')
              .where('ofParent.recoveredAt', 'is', null),
          ),
        ]),
      ),
    );
}

function conditions(
  eb: Builder,
  actor: Actor,
  query: AlarmListQuery & { now: number },
): Expression<SqlBool>[] {
  const parts: Expression<SqlBool>[] = [];
  if (query.state === 'active') parts.push(eb('alarms.recoveredAt', 'is', null));
  if (query.state === 'recovered') parts.push(eb('alarms.recoveredAt', 'is not', null));
  if (query.handling?.length) parts.push(eb('alarms.handling', 'in', query.handling));
  if (query.shielded === 'no') parts.push(eb.not(isShielded(query.now)));
  if (query.shielded === 'yes') parts.push(isShielded(query.now));
  if (query.assigned === 'mine') parts.push(eb('alarms.assignedTo', '=', actor.userId));
  if (query.assigned === 'none') parts.push(eb('alarms.assignedTo', 'is', null));
  if (query.assigned === 'anybody') parts.push(eb('alarms.assignedTo', 'is not', null));
  if (query.type?.length) parts.push(eb('alarms.type', 'in', query.type));
  if (query.stationId) parts.push(eb('alarms.stationId', '=', query.stationId));
  if (query.code !== undefined) parts.push(eb('alarms.code', '=', query.code));
  if (query.deviceId) parts.push(eb('alarms.deviceId', '=', query.deviceId));
  // An alarm belongs to a range when it stood at any time of it.
  if (query.from !== undefined) {
    const from = new Date(query.from);
    parts.push(eb.or([eb('alarms.recoveredAt', 'is', null), eb('alarms.recoveredAt', '>=', from)]));
  }
  if (query.to !== undefined) parts.push(eb('alarms.beganAt', '<', new Date(query.to)));
  if (query.q) parts.push(matches(eb, actor, query.q));
  return parts;
}

/**
 * Serial numbers are hidden from visitors, so their search does not tell them either. The name of a device that has left is what somebody else calls it.
 */
function matches(eb: Builder, actor: Actor, q: string): Expression<SqlBool> {
  const pattern = containing(q);
  return eb.or([
    eb('stations.name', 'ilike', pattern),
    eb('alarms.code', 'ilike', pattern),
    ...(maskFor(actor).active
      ? []
      : [
          eb('devices.sn', 'ilike', pattern),
          eb.and([
            eb('devices.name', 'ilike', pattern),
            eb('devices.stationId', '=', eb.ref('alarms.stationId')),
          ]),
        ]),
  ]);
}

function sortColumn(sort: Query['sort'], now: number) {
  if (sort === 'level') return LEVEL_RANK;
  if (sort === 'loss') return sql<number>`alarms.lost`;
  return sql<number>`coalesce(alarms.recovered_at, ${new Date(now)}) - alarms.began_at`;
}
