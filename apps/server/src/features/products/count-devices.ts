import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/client.ts';

/** How many devices name a product, whoever sees them. */
export async function countDevices(db: Db, productId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM devices WHERE product_id = ${productId}`.execute(db);
  return rows[0]!.n;
}
