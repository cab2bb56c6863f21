import { sql, type Transaction } from 'kysely';
import { announceChange } from '../../platform/changes/announce-change.ts';
import type { DeviceIdentity, KeyOrganisation } from '../../platform/ingest.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import type { StoredClaim, StoredSecret } from '../devices/index.ts';
import type { FoundAt } from './unknown-count.ts';
import { heldInOrder } from './held-in-order.ts';

/** A device that reports and that nobody registered. */
export interface Newcomer {
  sn: string;
  identity: DeviceIdentity;
  secret?: StoredSecret & StoredClaim;
  /** Known when an organisation's key vouches for it. */
  organisationId?: number;
  /** Known when nobody does. */
  found?: FoundAt;
}

/**
 * Registers newcomers as "connected, not bound" in one statement; an SN that exists meanwhile is left as it is. None of them gets a
 * logger or a station by what it says.
 */
export async function insertNewcomers(
  trx: Transaction<Tables>,
  newcomers: readonly Newcomer[],
  now: Date,
): Promise<void> {
  const made = await trx
    .insertInto('devices')
    .values(newcomers.map((newcomer) => rowOf(newcomer, now)))
    .onConflict((conflict) => conflict.column('sn').doNothing())
    .returning('id')
    .execute();
  if (made.length === 0) return;
  const states = made.map(({ id: deviceId }) => ({ deviceId }));
  await trx.insertInto('deviceStates').values(states).execute();
  await announceChange(trx, { devices: made.map(({ id }) => id) });
}

function rowOf(newcomer: Newcomer, now: Date) {
  const { sn, identity, secret, organisationId, found } = newcomer;
  return {
    sn,
    kind: identity.kind ?? ('inverter' as const),
    ...ownWords(identity),
    attributes: JSON.stringify(identity.attributes ?? {}),
    parentId: null,
    stationId: null,
    organisationId: organisationId ?? null,
    secretHash: secret?.secretHash ?? null,
    secretSalt: secret?.secretSalt ?? null,
    claimHash: secret?.claimHash ?? null,
    claimSalt: secret?.claimSalt ?? null,
    firstSeenAt: now,
    foundBy: found?.gateway ?? null,
    foundFrom: found?.site ?? null,
  };
}

function ownWords({ model, manufacturer, firmware, profileId, uploadIntervalSeconds }: DeviceIdentity) {
  return {
    model: model ?? null,
    manufacturer: manufacturer ?? null,
    firmware: firmware ?? null,
    profileId: profileId ?? null,
    uploadIntervalSeconds: uploadIntervalSeconds ?? null,
  };
}

/** Sets the secret of a device that has none, came by itself, belongs to nobody and is no V5 stick. False when that is no longer so. */
export async function pinSecret(
  db: Db,
  deviceId: number,
  secret: StoredSecret & StoredClaim,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('devices')
    .set(secret)
    .where('id', '=', deviceId)
    .where('secretHash', 'is', null)
    .where('organisationId', 'is', null)
    .where('kind', '<>', 'logger')
    .where('foundBy', '<>', 'v5')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records that devices reported for the first time. */
export async function markSeen(db: Db, ids: readonly number[], now: Date): Promise<void> {
  await db
    .updateTable('devices')
    .set({ firstSeenAt: now })
    .where('id', 'in', heldInOrder(ids))
    .where('firstSeenAt', 'is', null)
    .execute();
}

/** The use of an ingest key is noted this often, not with every batch. */
const KEY_USED_MS = 60_000;

/** Organisation of an ingest key with the tight ones below it; notes that the key was used. */
export async function useKey(db: Db, keyHash: Buffer, now: number): Promise<KeyOrganisation | undefined> {
  const row = await db
    .selectFrom('ingestKeys')
    .innerJoin('organisations', 'organisations.id', 'ingestKeys.organisationId')
    .select(['organisations.id', 'organisations.code', 'ingestKeys.id as keyId', 'ingestKeys.lastUsedAt'])
    .select(
      sql<number[]>`(SELECT json_agg(below.id) FROM organisations below
        WHERE starts_with(below.scope_path, organisations.scope_path))`.as('manages'),
    )
    .where('ingestKeys.keyHash', '=', keyHash)
    .where((eb) => eb.or([eb('ingestKeys.endsAt', 'is', null), eb('ingestKeys.endsAt', '>', new Date(now))]))
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, code, keyId, lastUsedAt, manages } = row;
  if (lastUsedAt === null || lastUsedAt.getTime() <= now - KEY_USED_MS) {
    const used = { lastUsedAt: new Date(now) };
    await db.updateTable('ingestKeys').set(used).where('id', '=', keyId).execute();
  }
  return { id, code, manages: new Set(manages) };
}
