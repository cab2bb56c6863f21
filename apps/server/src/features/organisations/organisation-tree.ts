import type { OrganisationNode, RouteRequest, routes } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Platform } from '../../platform/platform.ts';
import { buildTree, type FlatNode } from './build-tree.ts';
import { organisationScope } from './organisation-scope.ts';
import { organisationsWithCounts, seenOf } from './organisation-view.ts';

type LooseRow = Pick<FlatNode, 'id' | 'name' | 'kind' | 'type' | 'tie' | 'parentId' | 'path'> &
  FlatNode['counts'];
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

/** Loose organisations whose superior is in scope and which are not themselves. Each row of a table is looked at once, however many of them there are. */
async function looseBelow(db: Db, actor: Actor): Promise<FlatNode[]> {
  const inScope = db.selectFrom('organisations').select('organisations.id').where(organisationScope(actor));
  const sums = (table: 'users' | 'stations' | 'devices') => sql`
    SELECT part.root, count(*) AS n FROM part JOIN ${seenOf(table)} ON t.organisation_id = part.id GROUP BY part.root`;
  const { rows } = await sql<LooseRow>`
    WITH RECURSIVE loose AS MATERIALIZED (
      SELECT id, name, kind, type, tie, parent_id, path FROM organisations
       WHERE tie = 'loose' AND parent_id IN (${inScope}) AND id NOT IN (${inScope})
    ), part AS (
      SELECT id AS root, id FROM loose
      UNION ALL
      SELECT part.root, below.id FROM part JOIN organisations below ON below.parent_id = part.id
    ), members AS MATERIALIZED (${sums('users')}), held AS MATERIALIZED (${sums('stations')}), built AS MATERIALIZED (${sums('devices')})
    SELECT loose.*, coalesce(members.n, 0) AS members, coalesce(held.n, 0) AS stations, coalesce(built.n, 0) AS devices
      FROM loose LEFT JOIN members ON members.root = loose.id LEFT JOIN held ON held.root = loose.id
      LEFT JOIN built ON built.root = loose.id`.execute(db);
  return rows.map(({ members, stations, devices, ...fields }) => ({
    ...fields,
    code: '',
    counts: { members, stations, devices },
    manageable: false,
  }));
}
