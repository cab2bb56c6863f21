import type { routes, RouteRequest } from '@sunfleet/contract';
import { isUnit } from '@sunfleet/device-model';
import type { Transaction } from 'kysely';
import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { pointOrganisation } from './point-organisation.ts';

type Body = RouteRequest<(typeof routes)['updateCustomPoint']>['body'];
type Description = Pick<Body, 'name' | 'unit' | 'kind' | 'decimals'>;

interface Wanted {
  organisationId: number;
  key: string;
  /** The one the caller saw; 0: nothing was said of the point. */
  version: number;
}

/**
 * Says name, unit, kind and digits of a custom point. Throws AppError: noDataPermission, unknownPoint where no device of the organisation uses
 * the key, invalidInput for a unit that is none, pointChanged where somebody else was faster.
 */
export async function updateCustomPoint(
  { db }: Pick<Platform, 'db'>,
  context: RequestContext,
  { organisationId: named, key, version, ...description }: Body,
): Promise<null> {
  if (!isUnit(description.unit)) throw new AppError('invalidInput', { fields: 'body.unit' });
  return db.transaction().execute(async (trx) => {
    const organisationId = await pointOrganisation(trx, context.actor, named);
    if (organisationId === undefined) throw new AppError('noDataPermission');
    const wanted = { organisationId, key, version };
    await requireUse(trx, wanted);
    const before = await readDescription(trx, wanted);
    await write(trx, wanted, description);
    await writeAudit(trx, context, {
      action: 'customPoints.edit',
      objectType: 'organisation',
      objectId: organisationId,
      organisationId,
      ...(before ? { before: { key, ...before } } : {}),
      after: { key, ...description },
    });
    return null;
  });
}

async function requireUse(trx: Transaction<Tables>, { organisationId, key }: Wanted): Promise<void> {
  const used = await trx
    .selectFrom('customPoints as points')
    .innerJoin('deviceCustomPoints as uses', 'uses.pointId', 'points.id')
    .innerJoin('devices', 'devices.id', 'uses.deviceId')
    .select('points.id')
    .where('points.key', '=', key)
    .where('devices.organisationId', '=', organisationId)
    .limit(1)
    .executeTakeFirst();
  if (!used) throw new AppError('unknownPoint', { key });
}

function readDescription(
  trx: Transaction<Tables>,
  { organisationId, key }: Wanted,
): Promise<Description | undefined> {
  return trx
    .selectFrom('pointDescriptions')
    .select(['name', 'unit', 'kind', 'decimals'])
    .where('organisationId', '=', organisationId)
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst();
}

/** Writes over the version that the caller saw and no other. */
async function write(
  trx: Transaction<Tables>,
  { organisationId, key, version }: Wanted,
  description: Description,
): Promise<void> {
  const written =
    version === 0
      ? await trx
          .insertInto('pointDescriptions')
          .values({ organisationId, key, ...description })
          .onConflict((conflict) => conflict.doNothing())
          .returning('version')
          .executeTakeFirst()
      : await trx
          .updateTable('pointDescriptions')
          .set({ ...description, version: version + 1 })
          .where('organisationId', '=', organisationId)
          .where('key', '=', key)
          .where('version', '=', version)
          .returning('version')
          .executeTakeFirst();
  if (!written) throw new AppError('pointChanged');
}
