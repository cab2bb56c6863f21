import type { RouteRequest, routes } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { namedProduct } from '../products/index.ts';

type DeviceInput = Omit<RouteRequest<(typeof routes)['addDevice']>['body'], 'claimCode'>;

interface Wanted {
  input: DeviceInput;
  /** Of the device. */
  organisationId: number;
}

/** A device with what its product says where nobody typed something else. Throws AppError `invalidInput`. */
export async function withProduct(
  trx: Transaction<Tables>,
  as: { platform: Pick<Platform, 'text'>; context: RequestContext },
  { input, organisationId }: Wanted,
): Promise<DeviceInput> {
  const { productId, kind } = input;
  if (!productId) return input;
  const product = await namedProduct(trx, as, { productId, kind, organisationId });
  return {
    ...input,
    model: input.model || product.model,
    manufacturer: input.manufacturer || product.manufacturer,
    profileId: input.profileId || product.profileId,
    ratedPower: input.ratedPower ?? product.specification.ratedPower,
  };
}
