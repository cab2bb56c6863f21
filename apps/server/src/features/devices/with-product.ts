import type { RouteRequest, routes } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { brokenRule } from '../../platform/broken-rule.ts';
import { ownProfileNumber } from '../../platform/own-profile.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { fitsOwnProfile } from '../own-profiles/index.ts';
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
  await requireReachable(trx, as, { ...input, organisationId });
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

/** A profile of an organisation reads devices of its own and of its kind. Throws AppError `invalidInput`. */
async function requireReachable(
  trx: Transaction<Tables>,
  { platform, context }: { platform: Pick<Platform, 'text'>; context: RequestContext },
  { profileId, kind, organisationId }: Pick<DeviceInput, 'profileId' | 'kind'> & { organisationId: number },
): Promise<void> {
  if (!profileId || ownProfileNumber(profileId) === undefined) return;
  if (await fitsOwnProfile(trx, { profileId, kind, organisationId })) return;
  throw brokenRule({ language: context.language, text: platform.text }, 'body.profileId', 'profileInvalid');
}
