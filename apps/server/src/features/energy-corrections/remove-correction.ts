import { LIMITS } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { Platform } from '../../platform/platform.ts';
import { holdStation } from '../stations/index.ts';
import { logged } from './correction-values.ts';
import { holdCorrection, type NamedCorrection } from './hold-correction.ts';

/**
 * Takes back what was added; the last ones taken back stay as a trace. Throws AppError: stationNotFound, energyCorrectionNotFound,
 * energyCorrectionChanged.
 */
export async function removeCorrection(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  named: NamedCorrection,
): Promise<null> {
  const { actor } = context;
  const { id, stationId, revision } = named;
  await db.transaction().execute(async (trx) => {
    await holdStation(trx, actor, stationId, { permission: 'stations.edit', changes: 'station' });
    const before = await holdCorrection(trx, named);
    await trx
      .updateTable('energyCorrections')
      .set({ removedBy: actor.userId, removedAt: new Date(clock.now()), revision: revision + 1 })
      .where('id', '=', id)
      .execute();
    await sql`DELETE FROM energy_corrections WHERE id IN (
      SELECT id FROM energy_corrections WHERE station_id = ${stationId} AND removed_at IS NOT NULL
       ORDER BY removed_at DESC, id DESC OFFSET ${LIMITS.removedCorrections})`.execute(trx);
    await writeAudit(trx, context, {
      action: 'stations.removeCorrection',
      objectType: 'station',
      objectId: stationId,
      stationId,
      before: logged(before),
    });
    await announceChange(trx, { stations: [stationId] });
  });
  return null;
}
