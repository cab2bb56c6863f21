import { LIMITS, type Label, type RouteRequest, type routes } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { homeOf } from '../../platform/home-of.ts';
import { requireOrganisationRoom } from '../../platform/organisation-room.ts';
import type { Platform } from '../../platform/platform.ts';
import { atNameField } from '../../platform/at-name-field.ts';
import { holdCaller } from '../../platform/require-still.ts';
import { customerOf, requireCustomerRoom } from '../organisations/index.ts';
import { viewLabels } from './label-view.ts';

/** Makes a label of the caller's organisation. Throws AppError: noDataPermission (caller without organisation), invalidInput (name taken), tooManyOfOrganisation. */
export async function createLabel(
  platform: Pick<Platform, 'db' | 'text'>,
  context: RequestContext,
  input: RouteRequest<(typeof routes)['createLabel']>['body'],
): Promise<Label> {
  const organisationId = homeOf(context.actor);
  const values = { ...input, name: input.name.trim(), organisationId };
  const made = platform.db.transaction().execute(async (trx) => {
    await holdCaller(trx, context.actor);
    await requireOrganisationRoom(trx, {
      table: 'labels',
      organisationId,
      most: LIMITS.labelsOfOrganisation,
    });
    const customerId = await customerOf(trx, context.actor, organisationId);
    const { id } = await trx
      .insertInto('labels')
      .values({ ...values, customerId })
      .returning('id')
      .executeTakeFirstOrThrow();
    const most = LIMITS.labelsOfOrganisation;
    await requireCustomerRoom(trx, { table: 'labels', organisationId, customerId, most });
    await writeAudit(trx, context, {
      action: 'labels.create',
      objectType: 'label',
      objectId: id,
      after: values,
    });
    return (await viewLabels(trx, context.actor, id))[0]!;
  });
  return made.catch((error: unknown) => {
    throw atNameField(platform, context, { error, constraint: 'labels__name', rule: 'labelNameTaken' });
  });
}
