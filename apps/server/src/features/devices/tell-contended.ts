import type { Transaction } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { countTries, holdSubjects, noteTry } from '../../platform/tries.ts';
import { mayBeTaken, RESERVED_MS, reservations } from './reservation.ts';
import { tellHolder } from './tell-holder.ts';

const DAY_MS = 86_400_000;
/** Messages of a day to the people of one organisation. A registration of which its holder did not hear is not given up. */
const TOLD_A_DAY = 20;

/**
 * Tells who registered a serial number that another device came with it, and notes from when on that one may take it. Once, and again
 * where `first` says that all devices of before were forgotten. Nothing is noted where no message went to anybody.
 */
export async function tellContended(
  trx: Transaction<Tables>,
  platform: Pick<Platform, 'clock'>,
  { deviceId, first }: { deviceId: number; first: boolean },
): Promise<void> {
  const reserved = await reservations(trx).where('devices.id', '=', deviceId).executeTakeFirst();
  if (!reserved || !mayBeTaken(reserved) || (reserved.contendedAt !== null && !first)) return;
  const now = platform.clock.now();
  const subject = `contenders told of, organisation #${reserved.organisationId}`;
  await holdSubjects(trx, [subject]);
  if ((await countTries(trx, { subject, withinMs: DAY_MS }, now)) >= TOLD_A_DAY) return;
  const { sn } = reserved;
  const until = now + RESERVED_MS;
  const told = { template: 'reservationContended', deviceId, sn, until } as const;
  if (!(await tellHolder(trx, platform, told))) return;
  await noteTry(trx, [subject], now);
  await trx
    .updateTable('devices')
    .set({ contendedAt: new Date(now) })
    .where('id', '=', deviceId)
    .execute();
}
