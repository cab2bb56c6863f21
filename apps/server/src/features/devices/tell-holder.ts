import { FALLBACK_LANGUAGE } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { sendMessage, timeWords, wayTo } from '../outbox/index.ts';

interface About {
  deviceId: number;
  sn: string;
  stationId: number | null;
}

type Told = About &
  (
    | { template: 'reservationTaken' | 'disputeOpened' | 'disputeLost' }
    /** With the time from which on somebody else may take it. */
    | { template: 'reservationContended'; until: number }
  );

/**
 * Tells the holder of a device what is done about it: the owner of its station, and where there is none, who added it. False: no message
 * went to anybody, because the holder's account is gone, locked or without an address.
 */
export async function tellHolder(
  trx: Transaction<Tables>,
  { clock }: Pick<Platform, 'clock'>,
  told: Told,
): Promise<boolean> {
  const { deviceId, sn, stationId } = told;
  const station =
    stationId === null
      ? undefined
      : await trx
          .selectFrom('stations')
          .select(['name', 'ownerId'])
          .where('id', '=', stationId)
          .executeTakeFirst();
  const holder = await trx
    .selectFrom('users')
    .select(['email', 'phone', 'language'])
    .where('id', '=', station?.ownerId ?? (await whoAdded(trx, deviceId)))
    .where('lockedAt', 'is', null)
    .executeTakeFirst();
  const way = holder && wayTo(holder, FALLBACK_LANGUAGE);
  if (!way) return false;
  const now = clock.now();
  const values = { sn, station: station?.name ?? '', time: timeWords(way.language, now) };
  const { template } = told;
  if (template !== 'reservationContended') await sendMessage(trx, { ...way, template, values, now });
  else {
    const until = timeWords(way.language, told.until);
    await sendMessage(trx, { ...way, template, values: { ...values, until }, now });
  }
  return true;
}

async function whoAdded(trx: Transaction<Tables>, deviceId: number): Promise<number> {
  const row = await trx
    .selectFrom('auditLog')
    .select('userId')
    .where('objectType', '=', 'device')
    .where('objectId', '=', String(deviceId))
    .where('action', 'in', ['devices.create', 'devices.bind'])
    .where('userId', 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.userId ?? 0;
}
