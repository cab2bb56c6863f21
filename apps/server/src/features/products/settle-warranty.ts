import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { Tables } from '../../platform/postgres/tables.ts';

/**
 * Writes the end of the warranty of devices (a condition on them) by the terms of their products, where nobody typed one; it goes where it no
 * longer follows from anything.
 */
export async function settleWarranty(trx: Transaction<Tables>, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    UPDATE devices SET warranty_end = terms.ends, warranty_of_product = terms.ends IS NOT NULL
      FROM (
        SELECT devices.id,
               (CASE products.warranty_from WHEN 'production' THEN devices.production_date WHEN 'sale' THEN devices.sold_on ELSE devices.first_power_on END
                 + make_interval(months => products.warranty_months))::date AS ends
          FROM devices LEFT JOIN products ON products.id = devices.product_id
         WHERE ${which} AND (devices.warranty_of_product OR devices.warranty_end IS NULL)
      ) terms
     WHERE devices.id = terms.id
       AND (devices.warranty_end IS DISTINCT FROM terms.ends OR devices.warranty_of_product IS DISTINCT FROM (terms.ends IS NOT NULL))`.execute(
    trx,
  );
}
