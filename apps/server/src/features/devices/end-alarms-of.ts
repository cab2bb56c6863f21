import { sql, type Transaction } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';

/** Ends the open alarms of devices, because they are elsewhere now, or others stand in their place. */
export async function endAlarmsOf(
  trx: Transaction<Tables>,
  { clock }: Pick<Platform, 'clock'>,
  deviceIds: readonly number[],
): Promise<void> {
  await trx
    .updateTable('alarms')
    .set({ recoveredAt: new Date(clock.now()) })
    .where('deviceId', '=', sql<number>`ANY(${[...deviceIds]}::bigint[])`)
    .where('recoveredAt', 'is', null)
    .execute();
}
