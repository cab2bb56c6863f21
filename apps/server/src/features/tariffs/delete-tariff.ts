import { expressionBuilder, sql, type Transaction } from 'kysely';
import type { Actor, RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { stationScope } from '../scope/index.ts';
import { loggedVersions } from './logged-versions.ts';
import { releaseStations } from './release-stations.ts';
import { requireTariff } from './require-tariff.ts';

const stations = expressionBuilder<Tables, 'stations'>();
/** Stations that a refusal names. */
const NAMED = 5;

/** Deletes a tariff. Throws AppError: tariffNotFound, tariffInUse with the names of stations that have or had it. */
export async function deleteTariff(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  id: number,
): Promise<null> {
  await db.transaction().execute(async (trx) => {
    const { name, currency, versions, organisationId } = await requireTariff(trx, context.actor, id);
    await releaseStations(trx, id, clock.now());
    await refuseWhileUsed(trx, context.actor, id);
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

/** Stations out of the actor's scope are counted and not named. */
async function refuseWhileUsed(trx: Transaction<Tables>, actor: Actor, id: number): Promise<void> {
  const { rows } = await sql<{ name: string | null; all: number }>`
    SELECT CASE WHEN ${stationScope(actor)(stations)} THEN stations.name END AS name, count(*) OVER () AS all
      FROM stations WHERE stations.id IN (SELECT station_id FROM station_tariffs WHERE tariff_id = ${id})
     ORDER BY 1 NULLS LAST, stations.id LIMIT ${NAMED}`.execute(trx);
  const all = rows[0]?.all ?? 0;
  if (all === 0) return;
  const names = rows.flatMap(({ name }) => name ?? []);
  const more = all - names.length;
  throw new AppError('tariffInUse', { stations: [...names, ...(more > 0 ? [`+ ${more}`] : [])].join(', ') });
}
