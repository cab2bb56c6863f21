import { sql, type Selectable } from 'kysely';
import type { Db } from '../../platform/postgres/client.ts';
import type { OrganisationsTable } from '../../platform/postgres/tables.ts';

export interface NewOrganisation {
  /** Part of MQTT topics: letters, digits, `-` and `_`. */
  code: string;
  name: string;
  parentId?: number | null;
}

/** Creates an organisation at the root or below another; `path` is the chain of ids that scopes are prefixes of. */
export function createOrganisation(db: Db, input: NewOrganisation): Promise<Selectable<OrganisationsTable>> {
  if (!/^[A-Za-z0-9_-]{2,32}$/.test(input.code))
    throw new Error(`"${input.code}" cannot be an organisation code`);
  const parentId = input.parentId ?? null;
  return db.transaction().execute(async (trx) => {
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
  });
}
