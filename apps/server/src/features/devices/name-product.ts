import type { Selectable } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ProductsTable } from '../../platform/postgres/tables/products.ts';
import { editDevice } from './edit-device.ts';

interface Naming {
  deviceId: number;
  productId: number | null;
}

/** Names the product of a device, which takes from it what nobody typed. Throws AppError as `editDevice`. */
export async function nameProduct(
  platform: Pick<Platform, 'db' | 'text'>,
  context: RequestContext,
  { deviceId, productId }: Naming,
): Promise<void> {
  const { db } = platform;
  const device = await db
    .selectFrom('devices')
    .select(['version', 'model', 'manufacturer', 'profileId', 'ratedPower'])
    .where('id', '=', deviceId)
    .executeTakeFirst();
  if (!device) throw new AppError('deviceNotFound', { id: deviceId });
  const { version, ...said } = device;
  // Whether the actor may name it is judged by `editDevice`.
  const product =
    productId === null
      ? undefined
      : await db.selectFrom('products').selectAll().where('id', '=', productId).executeTakeFirst();
  const fields = { productId, ...(product ? filledBy(product, said) : {}) };
  await editDevice(platform, context, { id: deviceId, version, fields });
}

type Said = Pick<Selectable<ProductsTable>, 'model' | 'manufacturer' | 'profileId'> & {
  ratedPower: number | null;
};

function filledBy(
  { model, manufacturer, profileId, specification }: Selectable<ProductsTable>,
  said: { [K in keyof Said]: Said[K] | null },
): Partial<Said> {
  const told: Said = { model, manufacturer, profileId, ratedPower: specification.ratedPower };
  const empty = Object.entries(told).filter(
    ([field, value]) => value !== null && (said[field as keyof Said] ?? '') === '',
  );
  return Object.fromEntries(empty);
}
