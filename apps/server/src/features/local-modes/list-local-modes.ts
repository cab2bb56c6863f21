import type { LocalMode } from '@sunfleet/contract';
import { describeParameter, profileById } from '@sunfleet/device-model';
import type { Actor } from '../../platform/actor.ts';
import { createBreath } from '../../platform/breath.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { productScope } from '../products/index.ts';

/**
 * What the companion app offers, of products in the actor's scope and of the library for all. A parameter that the family no longer has, or a
 * product that has another family now, is left out.
 */
export async function listLocalModes(db: Db, actor: Actor): Promise<LocalMode[]> {
  const rows = await db
    .selectFrom('localModes')
    .innerJoin('products', 'products.id', 'localModes.productId')
    .select(['products.id', 'products.manufacturer', 'products.model', 'products.kind', 'products.profileId'])
    .select(['products.organisationId', 'localModes.parameters', 'localModes.standards'])
    .select(['localModes.revision', 'localModes.changedAt'])
    .where(productScope(actor))
    .orderBy('products.manufacturer')
    .orderBy('products.model')
    .orderBy('products.id')
    .execute();
  const breathe = createBreath();
  const modes: LocalMode[] = [];
  for (const { id, manufacturer, model, kind, profileId, organisationId, ...row } of rows) {
    await breathe();
    modes.push({
      product: { id, manufacturer, model, kind, profileId, everybody: organisationId === null },
      parameters: writesOf(profileId)
        .filter(({ key }) => row.parameters.includes(key))
        .map(describeParameter),
      standards: row.standards,
      revision: row.revision,
      changedAt: row.changedAt.getTime(),
    });
  }
  return modes;
}

/** What can be set on devices of a family; nothing where it is not known. */
export const writesOf = (profileId: string | null) =>
  profileId === null ? [] : (profileById(profileId)?.writes ?? []);
