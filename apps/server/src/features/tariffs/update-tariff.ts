import type { RouteRequest, routes, Tariff } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { askForJob } from '../../platform/jobs/add-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { checkVersions } from './check-versions.ts';
import { logAtStations } from './log-at-stations.ts';
import { loggedVersions } from './logged-versions.ts';
import { tariffNameError } from './named-write.ts';
import { holdTariffs, requireShort } from './require-room.ts';
import { requireStationsReached, requireTariff } from './require-tariff.ts';
import { viewTariffs } from './tariff-view.ts';

/**
 * Changes name and versions; the stations that have it and on which its keeper holds a right are counted anew, and the logs of other people's
 * stations tell it. Throws AppError: tariffNotFound, tariffOutOfReach, tariffChanged, tariffsTooLong, invalidInput.
 */
export async function updateTariff(
  platform: Pick<Platform, 'db' | 'text' | 'clock'>,
  context: RequestContext,
  { id, changes }: { id: number; changes: RouteRequest<(typeof routes)['updateTariff']>['body'] },
): Promise<Tariff> {
  const { actor } = context;
  const changed = platform.db.transaction().execute(async (trx) => {
    const before = await requireTariff(trx, actor, id);
    if (before.revision !== changes.revision) throw new AppError('tariffChanged', { id });
    await checkVersions({ language: context.language, text: platform.text }, changes.versions);
    await requireStationsReached(trx, actor, { id, now: platform.clock.now() });
    const after = { name: changes.name.trim(), versions: changes.versions };
    const held = await holdTariffs(trx, before);
    await trx
      .updateTable('tariffs')
      .set({ name: after.name, versions: JSON.stringify(after.versions), revision: before.revision + 1 })
      .where('id', '=', id)
      .execute();
    await requireShort(trx, before, held);
    await sql`DELETE FROM revenue_counts WHERE station_id IN (SELECT station_id FROM station_tariffs WHERE tariff_id = ${id})`.execute(
      trx,
    );
    await askForJob(trx, 'revenues.count');
    await writeAudit(trx, context, {
      action: 'tariffs.edit',
      objectType: 'tariff',
      objectId: id,
      organisationId: before.organisationId,
      before: { name: before.name, versions: loggedVersions(before.versions) },
      after: { name: after.name, versions: loggedVersions(after.versions) },
    });
    await logAtStations(trx, context, before);
    return (await viewTariffs(trx, actor, id))[0]!;
  });
  return changed.catch((error: unknown) => {
    throw tariffNameError(platform, context, error);
  });
}
