import { sql, type Transaction } from 'kysely';
import type { Tables } from '../../platform/postgres/tables.ts';

/**
 * Lets one writer at a time change the tree of organisations: a path is right only if the organisations above it do not change
 * meanwhile.
 */
export async function lockTree(trx: Transaction<Tables>): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('organisations.tree'))`.execute(trx);
}

/**
 * Writes `path` and `scope_path` of an organisation and of all below it again, from the organisations above it, in one statement.
 * Every loose organisation begins a scope path of its own. The caller holds `lockTree`.
 */
export async function rewritePaths(trx: Transaction<Tables>, organisationId: number): Promise<void> {
  await sql`
    WITH RECURSIVE tree AS (
      SELECT o.id,
             coalesce(above.path, '/') || o.id || '/' AS path,
             CASE WHEN o.tie = 'loose' THEN '/' ELSE coalesce(above.scope_path, '/') END || o.id || '/' AS scope_path
        FROM organisations o LEFT JOIN organisations above ON above.id = o.parent_id
       WHERE o.id = ${organisationId}
      UNION ALL
      SELECT o.id,
             tree.path || o.id || '/',
             CASE WHEN o.tie = 'loose' THEN '/' ELSE tree.scope_path END || o.id || '/'
        FROM organisations o JOIN tree ON tree.id = o.parent_id
    )
    UPDATE organisations o SET path = tree.path, scope_path = tree.scope_path
      FROM tree
     WHERE tree.id = o.id AND (o.path, o.scope_path) IS DISTINCT FROM (tree.path, tree.scope_path)`.execute(
    trx,
  );
}
