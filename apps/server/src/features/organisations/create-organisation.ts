import { sql, type Selectable, type Transaction } from 'kysely';
import type { OrganisationsTable } from '../../platform/postgres/people-tables.ts';
import type { Tables } from '../../platform/postgres/tables.ts';

export interface NewOrganisation {
  /** Part of MQTT topics: letters, digits, `-` and `_`. */
  code: string;
  name: string;
  parentId?: number | null;
  kind?: 'merchant' | 'department';
  type?: 'enterprise' | 'personal';
  /** Tight: the superior manages it as its own. */
  tie?: 'tight' | 'loose';
}

/**
 * Creates an organisation at the root or below another; `path` is the chain of ids, `scope_path` the
 * part of it that scopes are prefixes of. In a
 * transaction of the caller, because the path needs the id.
 */
export async function createOrganisation(
  trx: Transaction<Tables>,
  input: NewOrganisation,
): Promise<Selectable<OrganisationsTable>> {
  if (!/^[A-Za-z0-9_-]{2,32}$/.test(input.code))
    throw new Error(`"${input.code}" cannot be an organisation code`);
  const parentId = input.parentId ?? null;
  const { id } = await trx
    .insertInto('organisations')
    .values({
      code: input.code,
      name: input.name,
      kind: input.kind ?? 'merchant',
      type: input.type ?? 'enterprise',
      tie: input.tie ?? 'tight',
      parentId,
      path: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const above = (column: 'path' | 'scope_path') =>
    sql<string>`coalesce((SELECT ${sql.ref(column)} FROM organisations WHERE id = ${parentId}), '/')`;
  const own = sql<string>`${id}::text || '/'`;
  return trx
    .updateTable('organisations')
    .set({
      path: sql`${above('path')} || ${own}`,
      scopePath: input.tie === 'loose' ? sql`'/' || ${own}` : sql`${above('scope_path')} || ${own}`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
