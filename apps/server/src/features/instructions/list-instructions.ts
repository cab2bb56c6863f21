import type { RouteOutput, RouteRequest, routes } from '@sunfleet/contract';
import { sql, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { containing, limitTo, toPage } from '../../platform/postgres/list-query.ts';
import { ofOrganisations } from '../organisations/index.ts';
import { viewInstructions } from './instruction-view.ts';
import { viewSets } from './set-view.ts';

type Query = RouteRequest<(typeof routes)['listInstructions']>['query'];

const conditionOf = (actor: Actor, table: 'instructions' | 'instruction_sets', q: string | undefined) =>
  sql<SqlBool>`${ofOrganisations(actor, table)} AND ${
    q
      ? sql`lower((${sql.ref(`${table}.code`)} || ' ' || ${sql.ref(`${table}.name`)}) COLLATE pg_c_utf8) LIKE ${containing(q)}`
      : sql`true`
  }`;

export async function listInstructions(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  { q, ...paging }: Query,
): Promise<RouteOutput<(typeof routes)['listInstructions']>> {
  const where = conditionOf(actor, 'instructions', q);
  const [rows, counted] = await Promise.all([
    viewInstructions(db, { where, end: limitTo(paging) }),
    sql<{ total: number }>`SELECT count(*) AS total FROM instructions WHERE ${where}`.execute(db),
  ]);
  return toPage(paging, counted.rows[0]!.total, rows);
}

export async function listSets(
  { db }: Pick<Platform, 'db'>,
  actor: Actor,
  { q, ...paging }: Query,
): Promise<RouteOutput<(typeof routes)['listInstructionSets']>> {
  const where = conditionOf(actor, 'instruction_sets', q);
  const [rows, counted] = await Promise.all([
    viewSets(db, { where, end: limitTo(paging) }),
    sql<{ total: number }>`SELECT count(*) AS total FROM instruction_sets WHERE ${where}`.execute(db),
  ]);
  return toPage(paging, counted.rows[0]!.total, rows);
}
