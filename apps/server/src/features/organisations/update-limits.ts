import type { Organisation, RouteRequest, routes } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Platform } from '../../platform/platform.ts';
import { viewOrganisation } from './organisation-view.ts';
import { lockOrganisations } from './administrators.ts';
import { requireOrganisation } from './require-organisation.ts';

type Limits = RouteRequest<(typeof routes)['updateLimitsOfOrganisation']>['body'];

/**
 * Sets how many samples an organisation may store; null: what the settings say. Servers take it up when they write down what they counted,
 * within ten seconds. Throws AppError organisationNotFound.
 */
export async function updateLimits(
  platform: Pick<Platform, 'db' | 'clock' | 'config'>,
  context: RequestContext,
  { id, limits }: { id: number; limits: Limits },
): Promise<Organisation> {
  return platform.db.transaction().execute(async (trx) => {
    const { samplesPerDay, samplesStored } = await requireOrganisation(trx, context.actor, id);
    await lockOrganisations(trx, [id]);
    await trx.updateTable('organisations').set(limits).where('id', '=', id).execute();
    await writeAudit(trx, context, {
      action: 'organisations.edit',
      objectType: 'organisation',
      objectId: id,
      organisationId: id,
      before: { samplesPerDay, samplesStored },
      after: limits,
    });
    return viewOrganisation({ ...platform, db: trx }, context.actor, id);
  });
}
