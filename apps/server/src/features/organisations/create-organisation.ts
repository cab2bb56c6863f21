import { sql, type Selectable, type Transaction } from 'kysely';
import type { OrganisationsTable, Tables } from '../../platform/postgres/tables.ts';

export interface NewOrganisation {
  /** Part of MQTT topics: letters, digits, `-` and `_`. */
  code: string;
  name: string;
  parentId?: number | null;
}

/**
 * Creates an organisation at the root or below another; `path` is the chain of ids that scopes are prefixes of. In a
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
    .values({ code: input.code, name: input.name, parentId, path: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const parentPath = sql<string>`coalesce((SELECT path FROM organisations WHERE id = ${parentId}), '/')`;
  return trx
    .updateTable('organisations')
    .set({ path: sql`${parentPath} || ${id}::text || '/'` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
