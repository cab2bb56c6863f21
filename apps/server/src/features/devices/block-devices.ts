import { sql, type Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { deviceScope } from '../scope/index.ts';

interface Blocking {
  ids: readonly number[];
  blocked: boolean;
}

/**
 * Refuses devices that belong to no station, or no longer; all or none. Answers how many changed. Whoever binds one to a station ends it. Throws AppError:
 * deviceNotFound, deviceInStation.
 */
export async function blockDevices(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  { ids, blocked }: Blocking,
): Promise<{ changed: number }> {
  return db.transaction().execute(async (trx) => {
    const held = await hold(trx, context, ids);
    const changing = held.filter(({ blockedAt }) => (blockedAt !== null) !== blocked);
    const changed = changing.map(({ id }) => id);
    if (changed.length === 0) return { changed: 0 };
    await trx
      .updateTable('devices')
      .set({ blockedAt: blocked ? new Date(clock.now()) : null })
      .where('id', '=', sql<number>`ANY(${changed}::bigint[])`)
      .execute();
    const action = blocked ? ('devices.block' as const) : ('devices.unblock' as const);
    for (const { id, sn, organisationId } of changing)
      await writeAudit(trx, context, {
        action,
        objectType: 'device',
        objectId: id,
        organisationId,
        after: { sn },
      });
    await announceChange(trx, { devices: changed });
    return { changed: changed.length };
  });
}

async function hold(trx: Transaction<Tables>, { actor }: RequestContext, ids: readonly number[]) {
  const wanted = [...new Set(ids)];
  const rows = await trx
    .selectFrom('devices')
    .select(['id', 'sn', 'stationId', 'organisationId', 'blockedAt'])
    .where('id', '=', sql<number>`ANY(${wanted}::bigint[])`)
    .where(deviceScope(actor, 'devices.create'))
    // In one order, so that two of them never wait for each other.
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const found = new Set(rows.map(({ id }) => id));
  const missing = wanted.find((id) => !found.has(id));
  if (missing !== undefined) throw new AppError('deviceNotFound', { id: missing });
  const bound = rows.find(({ stationId }) => stationId !== null);
  if (bound) throw new AppError('deviceInStation', { sn: bound.sn });
  return rows;
}
