import type { Transaction } from 'kysely';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { noteEnded } from '../../alarm-shields/index.ts';

/**
 * Lets the alarms of a station be heard again, and be in nobody's hands, when its organisation gives it away: what that kept quiet for a year or for good
 * would hide them from people who never heard of it, and who may not be allowed to end a shield.
 */
export async function leaveAlarms(
  trx: Transaction<Tables>,
  { stationId, now, by }: { stationId: number; now: number; by: number | null },
): Promise<void> {
  const at = new Date(now);
  const ended = await trx
    .updateTable('alarmShields')
    .set((eb) => ({ endedAt: eb.fn<Date>('least', ['until', eb.val(at)]), endedBy: by }))
    .where('stationId', '=', stationId)
    .where('endedAt', 'is', null)
    .returning('id')
    .execute();
  const shieldIds = ended.map(({ id }) => id);
  await noteEnded(trx, { shieldIds, at, by });
  await trx
    .updateTable('alarms')
    .set({ assignedTo: null })
    .where('stationId', '=', stationId)
    .where('recoveredAt', 'is', null)
    .execute();
}
