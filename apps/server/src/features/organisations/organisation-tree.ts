import type { OrganisationNode, RouteRequest, routes } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Platform } from '../../platform/platform.ts';
import { buildTree, type FlatNode } from './build-tree.ts';
import { organisationScope } from './organisation-scope.ts';
import { organisationsWithCounts, seenOf } from './organisation-view.ts';

type Query = RouteRequest<(typeof routes)['organisationTree']>['query'];

/**
 * The organisations of the actor's scope as a tree. A loose organisation below one of them shows the sums over all it has and
 * nothing else. OUTER_ORG leaves out departments and the actor's own organisation.
 */
export async function organisationTree(
  platform: Pick<Platform, 'db'>,
  actor: Actor,
  query: Query,
): Promise<OrganisationNode[]> {
  const [inside, loose] = await Promise.all([managed(platform.db, actor), looseBelow(platform.db, actor)]);
  const all = [...inside, ...loose].toSorted((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
  if (query.organizationType === 'INNER_ORG') return buildTree(all);
  const outer = all.filter((node) => node.kind === 'merchant' && node.id !== actor.organisationId);
  const tree = buildTree(outer);
  return query.outerOrgShowOneLevel ? tree.map((node) => ({ ...node, children: [] })) : tree;
}

async function managed(db: Db, actor: Actor): Promise<FlatNode[]> {
  const rows = await organisationsWithCounts(db).where(organisationScope(actor)).execute();
  return rows.map(({ id, code, name, kind, type, tie, parentId, path, members, stations, devices }) => ({
    id,
    code,
    name,
    kind,
    type,
    tie,
    parentId,
    path,
    counts: { members, stations, devices },
    manageable: true,
  }));
}

/** Loose organisations whose superior is in scope and which are not themselves. */
async function looseBelow(db: Db, actor: Actor): Promise<FlatNode[]> {
  const inScope = db.selectFrom('organisations').select('organisations.id').where(organisationScope(actor));
  const sum = (table: 'users' | 'stations' | 'devices') =>
    sql<number>`(SELECT count(*) FROM ${seenOf(table)} JOIN organisations part ON part.id = t.organisation_id
                  WHERE starts_with(part.path, organisations.path))`;
  const rows = await db
    .selectFrom('organisations')
    .select(['id', 'name', 'kind', 'type', 'tie', 'parentId', 'path'])
    .select([sum('users').as('members'), sum('stations').as('stations'), sum('devices').as('devices')])
    .where('tie', '=', 'loose')
    .where('parentId', 'in', inScope)
    .where('id', 'not in', inScope)
    .execute();
  return rows.map(({ members, stations, devices, ...fields }) => ({
    ...fields,
    code: '',
    counts: { members, stations, devices },
    manageable: false,
  }));
}
