import { sql } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { nameStations } from '../scope/index.ts';
import { loggedVersions } from './logged-versions.ts';
import { requireStationsReached, requireTariff } from './require-tariff.ts';

/** Deletes a tariff. Throws AppError: tariffNotFound, tariffOutOfReach, tariffInUse with the names of stations that have or had it. */
export async function deleteTariff(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  id: number,
): Promise<null> {
  await db.transaction().execute(async (trx) => {
    const { name, currency, versions, organisationId } = await requireTariff(trx, context.actor, id);
    await requireStationsReached(trx, context.actor, { id, now: clock.now() });
    const stations = await nameStations(
      trx,
      context.actor,
      sql`SELECT station_id FROM station_tariffs WHERE tariff_id = ${id}`,
    );
    if (stations !== undefined) throw new AppError('tariffInUse', { stations });
    await trx.deleteFrom('tariffs').where('id', '=', id).execute();
    await writeAudit(trx, context, {
      action: 'tariffs.delete',
      objectType: 'tariff',
      objectId: id,
      organisationId,
      before: { name, currency, versions: loggedVersions(versions) },
    });
  });
  return null;
}
