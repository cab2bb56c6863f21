import { sql } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { nameStations } from '../scope/index.ts';
import { requireComponent } from './require-component.ts';

/** Removes a component. Throws AppError: componentNotFound, noDataPermission, componentInUse with the names of stations whose design names it. */
export async function deleteComponent(
  { db }: Pick<Platform, 'db'>,
  context: RequestContext,
  id: number,
): Promise<null> {
  await db.transaction().execute(async (trx) => {
    const { kind, manufacturer, model, organisationId } = await requireComponent(trx, context.actor, id);
    const stations = await nameStations(
      trx,
      context.actor,
      sql`SELECT station_id FROM design_components WHERE component_id = ${id}`,
    );
    if (stations !== undefined) throw new AppError('componentInUse', { stations });
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
