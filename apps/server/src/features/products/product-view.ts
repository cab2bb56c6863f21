import type { Product } from '@sunfleet/contract';
import { expressionBuilder, sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { readDeviceScope } from '../scope/index.ts';

const devices = expressionBuilder<Tables, 'devices'>();

interface Row extends Omit<Product, 'warranty'> {
  warrantyMonths: Product['warranty']['months'];
  warrantyFrom: Product['warranty']['from'];
  warrantyText: Product['warranty']['text'];
}

interface Wanted {
  where: RawBuilder<SqlBool>;
  order: RawBuilder<unknown>;
  end: RawBuilder<unknown>;
}

/** Products under a condition on them, each with how many devices in the actor's scope name it (`devices` in the order). */
export async function viewProducts(db: Db, actor: Actor, { where, order, end }: Wanted): Promise<Product[]> {
  const scope = await readDeviceScope(db, actor);
  const { rows } = await sql<Row>`
    SELECT products.id, products.manufacturer, products.model, products.kind, products.profile_id, products.specification, products.parts,
           products.warranty_months, products.warranty_from, products.warranty_text, products.remark, products.revision,
           products.organisation_id IS NULL AS everybody,
           (SELECT count(*) FROM devices WHERE devices.product_id = products.id AND ${scope(devices)}) AS devices
      FROM products WHERE ${where} ORDER BY ${order} ${end}`.execute(db);
  return rows.map(({ warrantyMonths, warrantyFrom, warrantyText, ...product }) => ({
    ...product,
    warranty: { months: warrantyMonths, from: warrantyFrom, text: warrantyText },
  }));
}
