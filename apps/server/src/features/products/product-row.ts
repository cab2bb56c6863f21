import type { ProductInput } from '@sunfleet/contract';
import { profileById } from '@sunfleet/device-model';
import type { RequestContext } from '../../platform/actor.ts';
import { brokenRule } from '../../platform/broken-rule.ts';
import type { Platform } from '../../platform/platform.ts';

/** A product as it is stored. */
export function productRow({ specification, parts, warranty, ...product }: ProductInput) {
  return {
    ...product,
    specification: JSON.stringify(specification),
    parts: JSON.stringify(parts),
    warrantyMonths: warranty.months,
    warrantyFrom: warranty.from,
    warrantyText: warranty.text,
  };
}

/** A product as the log tells of it. */
export const loggedProduct = ({
  manufacturer,
  model,
  kind,
  profileId,
  warrantyMonths,
  warrantyFrom,
}: Pick<
  ReturnType<typeof productRow>,
  'manufacturer' | 'model' | 'kind' | 'profileId' | 'warrantyMonths' | 'warrantyFrom'
>) => ({ name: `${manufacturer} ${model}`, kind, profileId, warrantyMonths, warrantyFrom });

/** A family reads devices of its kind. Throws AppError `invalidInput`. */
export function requireFamily(
  { text }: Pick<Platform, 'text'>,
  { language }: Pick<RequestContext, 'language'>,
  { kind, profileId }: Pick<ProductInput, 'kind' | 'profileId'>,
  path = 'body.product',
): void {
  if (profileId !== null && profileById(profileId)?.deviceKind !== kind)
    throw brokenRule({ language, text }, `${path}.profileId`, 'profileInvalid');
}
