import type { RouteRequest, routes, SimRow } from '@sunfleet/contract';
import { sql, type SqlBool, type Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { violatedConstraint } from '../../platform/postgres/violated-constraint.ts';
import { holdDevices } from '../scope/index.ts';
import { findHolders, findsHolder } from './find-holders.ts';
import { dayOf } from './sim-alerts.ts';
import { readSims } from './sim-rows.ts';
import { readSimScope } from './sim-scope.ts';

type Input = RouteRequest<(typeof routes)['updateSim']>['body'];

/**
 * Changes a card over the revision that was read. Another end answers whoever asked for a renewal. Throws AppError: simNotFound, simChanged,
 * deviceNotFound, simLoggerTaken.
 */
export async function updateSim(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  { id, collectorSn, confirmImei, revision, ...fields }: Input & { id: number },
): Promise<SimRow> {
  const { actor } = context;
  const now = clock.now();
  const scope = await readSimScope(db, actor, 'sims.edit');
  const changed = db.transaction().execute(async (trx) => {
    await holdNamed(trx, context, collectorSn);
    const before = await trx
      .selectFrom('simCards')
      .selectAll()
      .where('id', '=', id)
      .where(scope)
      .forUpdate()
      .executeTakeFirst();
    if (!before) throw new AppError('simNotFound', { id });
    if (before.revision !== revision) throw new AppError('simChanged', { id });
    const deviceId = await holderOf(trx, context, { collectorSn, before: before.deviceId });
    await trx
      .updateTable('simCards')
      .set({
        ...fields,
        deviceId,
        revision: revision + 1,
        ...(fields.usedMb === before.usedMb ? {} : { usedAt: new Date(now) }),
        ...(confirmImei ? { imeiBefore: null } : {}),
        ...(fields.expiresOn === before.expiresOn ? {} : { renewalAskedAt: null }),
      })
      .where('id', '=', id)
      .execute();
    await writeAudit(trx, context, {
      action: 'sims.edit',
      objectType: 'sim',
      objectId: id,
      organisationId: before.organisationId,
      ...differences(before, { ...fields, deviceId }),
    });
    const where = sql<SqlBool>`sim_cards.id = ${id}`;
    return (await readSims(trx, actor, { where, end: sql``, today: dayOf(now) }))[0]!;
  });
  return changed.catch((error: unknown) => {
    throw violatedConstraint(error) === 'sim_cards__device' ? new AppError('simLoggerTaken') : error;
  });
}

/** The device that is named goes to nobody else before the card is in it. Devices before cards, as where a device takes its card along. */
async function holdNamed(
  trx: Transaction<Tables>,
  { actor }: RequestContext,
  collectorSn: string | null,
): Promise<void> {
  if (collectorSn === null) return;
  const found = await findHolders(trx, actor, { sns: [collectorSn], permission: 'sims.edit' });
  await holdDevices(
    trx,
    found.map(({ id }) => id),
  );
}

/** The device of a serial number; one that the actor does not find stays where none is named. Throws AppError `deviceNotFound`. */
async function holderOf(
  trx: Db,
  { actor }: RequestContext,
  { collectorSn, before }: { collectorSn: string | null; before: number | null },
): Promise<number | null> {
  if (collectorSn === null) return before === null || (await findsHolder(trx, actor, before)) ? null : before;
  if (before !== null && (await findsHolder(trx, actor, before, collectorSn))) return before;
  const [holder] = await findHolders(trx, actor, { sns: [collectorSn], permission: 'sims.edit' });
  if (!holder) throw new AppError('deviceNotFound', { sn: collectorSn });
  return holder.id;
}

/** What an entry of the log says: the fields that are other than before. */
function differences<After extends object>(before: object, after: After) {
  const known = before as Record<string, unknown>;
  const names = Object.keys(after).filter((name) => known[name] !== (after as Record<string, unknown>)[name]);
  const pick = (from: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, from[name]]));
  return { before: pick(known), after: pick(after as Record<string, unknown>) };
}
