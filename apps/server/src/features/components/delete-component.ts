import { expressionBuilder, sql, type Transaction } from 'kysely';
import type { Actor, RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { stationScope } from '../scope/index.ts';
import { requireComponent } from './require-component.ts';

const stations = expressionBuilder<Tables, 'stations'>();
/** Stations that a refusal names. */
const NAMED = 5;

/** Removes a component. Throws AppError: componentNotFound, noDataPermission, componentInUse with the names of stations whose design names it. */
export async function deleteComponent(
  { db }: Pick<Platform, 'db'>,
  context: RequestContext,
  id: number,
): Promise<null> {
  await db.transaction().execute(async (trx) => {
    const { kind, manufacturer, model, organisationId } = await requireComponent(trx, context.actor, id);
    await refuseWhileNamed(trx, context.actor, id);
    await trx.deleteFrom('components').where('id', '=', id).execute();
    await writeAudit(trx, context, {
      action: 'components.delete',
      objectType: 'component',
      objectId: id,
      organisationId,
      before: { name: `${manufacturer} ${model}`, kind },
    });
  });
  return null;
}

/** Stations out of the actor's scope are counted and not named. */
async function refuseWhileNamed(trx: Transaction<Tables>, actor: Actor, id: number): Promise<void> {
  const { rows } = await sql<{ name: string | null; all: number }>`
    SELECT CASE WHEN ${stationScope(actor)(stations)} THEN stations.name END AS name, count(*) OVER () AS all
      FROM stations WHERE stations.id IN (SELECT station_id FROM design_components WHERE component_id = ${id})
     ORDER BY 1 NULLS LAST, stations.id LIMIT ${NAMED}`.execute(trx);
  const all = rows[0]?.all ?? 0;
  if (all === 0) return;
  const names = rows.flatMap(({ name }) => name ?? []);
  const more = all - names.length;
  throw new AppError('componentInUse', {
    stations: [...names, ...(more > 0 ? [`+ ${more}`] : [])].join(', '),
  });
}
