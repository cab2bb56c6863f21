import type { Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { loggedProduct, type productRow } from './product-row.ts';

interface Insertion {
  organisationId: number | null;
  row: ReturnType<typeof productRow>;
}

/** Adds a product to a library and answers its id; undefined where another one has its name there. */
export async function insertProduct(
  trx: Transaction<Tables>,
  context: RequestContext,
  { organisationId, row }: Insertion,
): Promise<number | undefined> {
  const made = await trx
    .insertInto('products')
    .values({ ...row, organisationId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return undefined;
  await writeAudit(trx, context, {
    action: 'products.create',
    objectType: 'product',
    objectId: made.id,
    organisationId,
    after: loggedProduct(row),
  });
  return made.id;
}
