import { FALLBACK_LANGUAGE } from '@sunfleet/contract';
import { sql, type Transaction } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { waysToAdministrators } from '../organisations/index.ts';
import { sendMessage, timeWords, wayTo, type Way } from '../outbox/index.ts';
import { deviceScope } from '../scope/index.ts';

interface About {
  deviceId: number;
  sn: string;
}

type Told = About &
  (
    | { template: 'reservationTaken' | 'disputeOpened' | 'disputeLost' }
    /** With the time from which on somebody else may take it. */
    | { template: 'reservationContended'; until: number }
  );

/**
 * Tells the holder of a device what is done about it: the owner of its station, and where there is none, who added it and may still add devices there,
 * else who administers the organisation. False: no message went to anybody, because the holder's account is gone, locked or without an address.
 */
export async function tellHolder(
  trx: Transaction<Tables>,
  { clock }: Pick<Platform, 'clock'>,
  told: Told,
): Promise<boolean> {
  const { deviceId, sn, template } = told;
  const now = clock.now();
  const home = await trx
    .selectFrom('devices')
    .leftJoin('stations', 'stations.id', 'devices.stationId')
    .select(['stations.name as station', 'stations.ownerId'])
    .select(
      sql<number | null>`coalesce(stations.organisation_id, devices.organisation_id)`.as('organisationId'),
    )
    .where('devices.id', '=', deviceId)
    .executeTakeFirst();
  if (!home) return false;
  const ways = await waysToHolder(trx, { ...home, deviceId, now });
  for (const way of ways) {
    const values = { sn, station: home.station ?? '', time: timeWords(way.language, now) };
    if (template !== 'reservationContended') await sendMessage(trx, { ...way, template, values, now });
    else {
      const until = timeWords(way.language, told.until);
      await sendMessage(trx, { ...way, template, values: { ...values, until }, now });
    }
  }
  return ways.length > 0;
}

interface Held {
  deviceId: number;
  ownerId: number | null;
  organisationId: number | null;
  now: number;
}

/** Whoever left, or whose organisation gave the station away, neither reads where the device is now nor is told instead of its holder. */
async function waysToHolder(
  trx: Transaction<Tables>,
  { deviceId, ownerId, organisationId, now }: Held,
): Promise<Way[]> {
  if (ownerId !== null) return waysTo(trx, ownerId);
  const addedBy = await whoAdded(trx, deviceId);
  const actor = await findUserActor(trx, { userId: addedBy, at: now });
  const still =
    actor &&
    (await trx
      .selectFrom('devices')
      .select('id')
      .where('id', '=', deviceId)
      .where(deviceScope(actor, 'devices.create'))
      .executeTakeFirst());
  const ways = still && addedBy !== null ? await waysTo(trx, addedBy) : [];
  if (ways.length > 0 || organisationId === null) return ways;
  return (await waysToAdministrators(trx, organisationId)).slice(0, MOST_TOLD);
}

/** Of an organisation with many who administer it. */
const MOST_TOLD = 20;

async function waysTo(trx: Transaction<Tables>, userId: number): Promise<Way[]> {
  const holder = await trx
    .selectFrom('users')
    .select(['email', 'phone', 'language'])
    .where('id', '=', userId)
    .where('lockedAt', 'is', null)
    .executeTakeFirst();
  const way = holder && wayTo(holder, FALLBACK_LANGUAGE);
  return way ? [way] : [];
}

async function whoAdded(trx: Transaction<Tables>, deviceId: number): Promise<number | null> {
  const row = await trx
    .selectFrom('auditLog')
    .select('userId')
    .where('objectType', '=', 'device')
    .where('objectId', '=', String(deviceId))
    .where('action', 'in', ['devices.create', 'devices.bind'])
    .where('userId', 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.userId ?? null;
}
