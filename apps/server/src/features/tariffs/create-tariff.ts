import { LIMITS, type RouteRequest, type routes, type Tariff } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { checkVersions } from './check-versions.ts';
import { loggedVersions } from './logged-versions.ts';
import { tariffNameError } from './named-write.ts';
import { holdTariffs, requireShort } from './require-room.ts';
import { keeperOf } from './tariff-scope.ts';
import { viewTariffs } from './tariff-view.ts';

/** Makes a tariff of the caller's organisation, or of the caller. Throws AppError: invalidInput, tooManyTariffs, tariffsTooLong. */
export async function createTariff(
  platform: Pick<Platform, 'db' | 'text'>,
  context: RequestContext,
  { name, currency, versions }: RouteRequest<(typeof routes)['createTariff']>['body'],
): Promise<Tariff> {
  const { actor } = context;
  await checkVersions({ language: context.language, text: platform.text }, versions);
  const { organisationId, ownerId } = keeperOf(actor);
  const values = { name: name.trim(), currency, organisationId, ownerId };
  const made = platform.db.transaction().execute(async (trx) => {
    const held = await holdTariffs(trx, values);
    if (held.n >= LIMITS.tariffsOfOne) throw new AppError('tooManyTariffs', { most: LIMITS.tariffsOfOne });
    const { id } = await trx
      .insertInto('tariffs')
      .values({ ...values, versions: JSON.stringify(versions) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await requireShort(trx, values, held);
    await writeAudit(trx, context, {
      action: 'tariffs.create',
      objectType: 'tariff',
      objectId: id,
      organisationId,
      after: { ...values, versions: loggedVersions(versions) },
    });
    return (await viewTariffs(trx, actor, id))[0]!;
  });
  return made.catch((error: unknown) => {
    throw tariffNameError(platform, context, error);
  });
}
