import {
  type RouteOutput,
  type RouteRequest,
  type routes,
  SIM_ALERTS,
  type SimAlert,
  type SimRow,
} from '@sunfleet/contract';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { ReadPart } from '../../platform/http/send-file.ts';
import type { Platform } from '../../platform/platform.ts';
import { anyOf, contains, containing, limitTo, toPage } from '../../platform/postgres/list-query.ts';
import { alertsOf, dayOf } from './sim-alerts.ts';
import { readSims, simSource } from './sim-rows.ts';
import { readSimScope } from './sim-scope.ts';

type Route = (typeof routes)['listSims'];
export type SimQuery = Omit<RouteRequest<Route>['query'], 'page' | 'pageSize'>;

/** A page of the cards that an actor finds. */
export async function listSims(
  { db, clock, config }: Pick<Platform, 'db' | 'clock' | 'config'>,
  actor: Actor,
  { page, pageSize, ...query }: RouteRequest<Route>['query'],
): Promise<RouteOutput<Route>> {
  const today = dayOf(clock.now());
  const searched = await searchedSims({ db, today }, actor, query);
  const where = sql<SqlBool>`${searched} AND ${filtered(query, today)}`;
  const paging = { page, pageSize };
  const [rows, counted, counts] = await Promise.all([
    readSims(db, actor, { where, end: sql`${orderOf(query)} ${limitTo(paging)}`, today }),
    sql<{ total: number }>`SELECT count(*) AS total FROM ${simSource(actor)} WHERE ${where}`.execute(db),
    sql<{ alert: SimAlert; n: number }>`
      SELECT alert, count(*) AS n FROM ${simSource(actor)}, unnest(${alertsOf(today)}) AS alert
       WHERE ${searched} GROUP BY alert`.execute(db),
  ]);
  const byAlert = new Map(counts.rows.map(({ alert, n }) => [alert, n]));
  return {
    ...toPage(paging, counted.rows[0]!.total, rows),
    counts: Object.fromEntries(SIM_ALERTS.map((alert) => [alert, byAlert.get(alert) ?? 0])) as Record<
      SimAlert,
      number
    >,
    provider: config.sims?.name ?? null,
  };
}

/** Cards that are read at a time for a file. */
const AT_ONCE = 500;

/** All cards under filters in their order, some hundred at a time, each time by what their reader may do then. */
export async function* eachSim(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  readPart: ReadPart,
  { most, ...query }: SimQuery & { most: number },
): AsyncGenerator<SimRow[]> {
  const today = dayOf(clock.now());
  for (let page = 1; (page - 1) * AT_ONCE < most; page += 1) {
    const rows = await readPart(async ({ actor }) => {
      const searched = await searchedSims({ db, today }, actor, query);
      const where = sql<SqlBool>`${searched} AND ${filtered(query, today)}`;
      const end = sql`${orderOf(query)} ${limitTo({ page, pageSize: AT_ONCE })}`;
      return readSims(db, actor, { where, end, today });
    });
    yield rows;
    if (rows.length < AT_ONCE) return;
  }
}

/** Condition: in scope, and fitting the search. */
async function searchedSims(
  { db }: Pick<Platform, 'db'> & { today: string },
  actor: Actor,
  { id, deviceId, q }: SimQuery,
): Promise<RawBuilder<SqlBool>> {
  const scope = await readSimScope(db, actor, 'sims.view');
  return sql<SqlBool>`${scope}
    AND ${id === undefined ? sql`true` : sql`sim_cards.id = ${id}`}
    AND ${deviceId === undefined ? sql`true` : sql`devices.id = ${deviceId}`}
    AND ${
      q
        ? sql`(sim_cards.iccid LIKE ${containing(q)} OR sim_cards.msisdn LIKE ${containing(q)}
            OR ${contains('devices.sn', q)} OR ${contains('home.name', q)})`
        : sql`true`
    }`;
}

function filtered({ status, alert, linked }: SimQuery, today: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${status ? anyOf('sim_cards.status', status) : sql`true`}
    AND ${alert ? sql`${alertsOf(today)} && ${[...alert]}::text[]` : sql`true`}
    AND ${linked === undefined ? sql`true` : linked ? sql`sim_cards.device_id IS NOT NULL` : sql`sim_cards.device_id IS NULL`}`;
}

const SORTED = {
  iccid: sql`sim_cards.iccid`,
  used: sql`sim_cards.used_mb::numeric / nullif(sim_cards.volume_mb::numeric, 0)`,
  cycleEnd: sql`sim_cards.cycle_end`,
  expiresOn: sql`sim_cards.expires_on`,
  station: sql`lower(home.name COLLATE pg_c_utf8)`,
  lastSeenAt: sql`state.last_seen_at`,
} as const;

const orderOf = ({ sort, order }: SimQuery): RawBuilder<unknown> =>
  sql`ORDER BY ${SORTED[sort]} ${order === 'asc' ? sql`ASC` : sql`DESC`} NULLS LAST, sim_cards.id`;
