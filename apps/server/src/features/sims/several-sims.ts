import type { RouteOutput, RouteRequest, routes } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { readSimScope } from './sim-scope.ts';

type Several = RouteOutput<(typeof routes)['editSims']>;

/** A card that was changed with others. */
interface ChangedSim {
  id: number;
  organisationId: number;
}

/** Sets fields of several cards alike. Those that the actor does not find stay. */
export async function editSims(
  { db }: Pick<Platform, 'db'>,
  context: RequestContext,
  { ids, change }: RouteRequest<(typeof routes)['editSims']>['body'],
): Promise<Several> {
  if (Object.keys(change).length === 0) return { changed: 0, left: new Set(ids).size };
  const scope = await readSimScope(db, context.actor, 'sims.edit');
  return db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('simCards')
      .set((eb) => ({
        ...change,
        revision: eb('revision', '+', 1),
        ...(change.expiresOn === undefined
          ? {}
          : {
              renewalAskedAt: sql<Date>`CASE WHEN expires_on IS NOT DISTINCT FROM ${change.expiresOn}::date THEN renewal_asked_at END`,
            }),
      }))
      .where('id', 'in', ids)
      .where(scope)
      .returning(['id', 'organisationId'])
      .execute();
    await auditEach(trx, context, { action: 'sims.edit', sims: changed, after: change });
    return countOf(ids, changed);
  });
}

/** Forgets several cards. */
export async function deleteSims(
  { db }: Pick<Platform, 'db'>,
  context: RequestContext,
  { ids }: { ids: readonly number[] },
): Promise<Several> {
  const scope = await readSimScope(db, context.actor, 'sims.manage');
  return db.transaction().execute(async (trx) => {
    const gone = await trx
      .deleteFrom('simCards')
      .where('id', 'in', [...ids])
      .where(scope)
      .returning(['id', 'organisationId', 'iccid'])
      .execute();
    for (const { id, organisationId, iccid } of gone)
      await writeAudit(trx, context, {
        action: 'sims.delete',
        objectType: 'sim',
        objectId: id,
        organisationId,
        before: { iccid },
      });
    return countOf(ids, gone);
  });
}

/** Writes an entry for each card, in the caller's transaction. */
export async function auditEach(
  trx: Transaction<Tables>,
  context: RequestContext,
  {
    action,
    sims,
    after,
  }: { action: 'sims.act' | 'sims.edit' | 'sims.renew'; sims: readonly ChangedSim[]; after?: object },
): Promise<void> {
  for (const { id, organisationId } of sims)
    await writeAudit(trx, context, {
      action,
      objectType: 'sim',
      objectId: id,
      organisationId,
      ...(after === undefined ? {} : { after: { ...after } }),
    });
}

export const countOf = (ids: readonly number[], changed: readonly unknown[]): Several => ({
  changed: changed.length,
  left: new Set(ids).size - changed.length,
});
