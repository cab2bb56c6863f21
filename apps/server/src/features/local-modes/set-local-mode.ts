import { LIMITS, type RouteRequest, type routes } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { brokenRule } from '../../platform/broken-rule.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { holdSubjects } from '../../platform/tries.ts';
import { holdProduct } from '../products/index.ts';
import { writesOf } from './list-local-modes.ts';

type Setting = RouteRequest<(typeof routes)['setLocalMode']>['body'] & { productId: number };

/**
 * Throws AppError: productNotFound, noDataPermission (of the library for all), invalidInput, beingChanged (somebody else saved it since),
 * localModesTooMany.
 */
export async function setLocalMode(
  { db, clock, text }: Pick<Platform, 'db' | 'clock' | 'text'>,
  context: RequestContext,
  { productId, parameters, standards, revision }: Setting,
): Promise<null> {
  await db.transaction().execute(async (trx) => {
    const { profileId, organisationId } = await holdProduct(trx, context.actor, productId);
    const known = new Set(writesOf(profileId).map(({ key }) => key));
    const wrong = parameters.findIndex((key) => !known.has(key));
    if (wrong >= 0)
      throw brokenRule({ ...context, text }, `body.parameters.${wrong}`, 'localParameterUnknown');
    const before = await trx
      .selectFrom('localModes')
      .select(['parameters', 'standards', 'revision'])
      .where('productId', '=', productId)
      .executeTakeFirst();
    if ((before?.revision ?? 0) !== revision) throw new AppError('beingChanged');
    if (!before) await requireRoom(trx, organisationId);
    const values = {
      parameters: JSON.stringify([...new Set(parameters)]),
      standards: JSON.stringify(standards),
      revision: revision + 1,
      userId: context.actor.userId,
      changedAt: new Date(clock.now()),
    };
    await trx
      .insertInto('localModes')
      .values({ productId, ...values })
      .onConflict((conflict) => conflict.column('productId').doUpdateSet(values))
      .execute();
    await writeAudit(trx, context, {
      action: 'localModes.update',
      objectType: 'product',
      objectId: productId,
      organisationId,
      ...(before ? { before: logged(before) } : {}),
      after: logged({ parameters, standards }),
    });
  });
  return null;
}

/** Throws AppError `localModesTooMany` where a library, null: the one for all, has no room for one more: all of them are read at once. */
async function requireRoom(trx: Transaction<Tables>, organisationId: number | null): Promise<void> {
  await holdSubjects(trx, [`local modes of ${organisationId ?? 'all'}`]);
  const { n } = await trx
    .selectFrom('localModes')
    .innerJoin('products', 'products.id', 'localModes.productId')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('products.organisationId', 'is not distinct from', organisationId)
    .executeTakeFirstOrThrow();
  const most = LIMITS.localModesOfOne;
  if (n >= most) throw new AppError('localModesTooMany', { most });
}

/** Throws AppError: productNotFound, noDataPermission (of the library for all). What is not there is no error. */
export async function removeLocalMode(
  { db }: Pick<Platform, 'db'>,
  context: RequestContext,
  productId: number,
): Promise<null> {
  await db.transaction().execute(async (trx) => {
    const { organisationId } = await holdProduct(trx, context.actor, productId);
    const before = await trx
      .deleteFrom('localModes')
      .where('productId', '=', productId)
      .returning(['parameters', 'standards'])
      .executeTakeFirst();
    if (!before) return;
    await writeAudit(trx, context, {
      action: 'localModes.remove',
      objectType: 'product',
      objectId: productId,
      organisationId,
      before: logged(before),
    });
  });
  return null;
}

const logged = ({ parameters, standards }: Pick<Setting, 'parameters' | 'standards'>) => ({
  parameters: parameters.join(', '),
  standards: standards.map(({ code, value }) => `${code} = ${value}`).join(', '),
});
