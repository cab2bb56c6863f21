import type { RouteOutput, RouteRequest, routes } from '@sunfleet/contract';
import { sql, type SqlBool } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Platform } from '../../../platform/platform.ts';
import { containing, limitTo, toPage } from '../../../platform/postgres/list-query.ts';
import { readRules, ruledBy, rulesOf } from './rule-rows.ts';

type Query = RouteRequest<(typeof routes)['listAlarmRules']>['query'];

export async function listAlarmRules(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  { q, ...paging }: Query,
): Promise<RouteOutput<(typeof routes)['listAlarmRules']>> {
  const words = sql`lower((name || ' ' || coalesce(pack, '') || ' ' || raise) COLLATE pg_c_utf8)`;
  const where = sql<SqlBool>`${rulesOf(actor)} AND ${q ? sql`${words} LIKE ${containing(q)}` : sql`true`}`;
  const [rows, counted] = await Promise.all([
    readRules(db, { where, end: limitTo(paging) }),
    sql<{ total: number }>`SELECT count(*) AS total FROM alarm_rules WHERE ${where}`.execute(db),
  ]);
  return toPage(paging, Number(counted.rows[0]!.total), rows);
}

/** All rules of the actor's organisation as a file holds them. Throws AppError `noDataPermission`. */
export async function exportAlarmRules(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
): Promise<RouteOutput<(typeof routes)['exportAlarmRules']>> {
  const where = sql<SqlBool>`organisation_id = ${ruledBy(actor)}`;
  return { rules: await readRules(db, { where, end: sql`` }) };
}
