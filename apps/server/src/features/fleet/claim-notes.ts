import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { isDeviceSecret, storeClaim, type StoredClaim } from '../devices/index.ts';
import { createBurst } from '../../platform/burst.ts';
import type { FleetEntry } from './fleet-index.ts';
import { heldInOrder } from './held-in-order.ts';

const DELAY_MS = 1000;

interface Note extends StoredClaim {
  deviceId: number;
}

/** Keeps the claim codes of devices whose secret was stored when nobody saw it: it is seen when they sign in. */
export function createClaimNotes({ db, log }: Pick<Platform, 'db' | 'log'>) {
  const notes = createBurst<Note>(
    DELAY_MS,
    (all) => keepClaims(db, all),
    (error) => log.warn({ err: error }, 'claim codes not kept'),
  );
  return {
    /** For the entry of a device that has just signed in with this secret, perhaps with a former one that still counts. */
    note(entry: FleetEntry, secret: string): void {
      if (entry.claimKnown || !entry.secret || !isDeviceSecret(secret, entry.secret)) return;
      entry.claimKnown = true;
      const { id, sn } = entry.device;
      notes.add({ deviceId: id, ...storeClaim(sn, secret, entry.secret.secretSalt) });
    },
    flush: () => notes.flush(),
  };
}

/** A device that has another secret by now is left as it is. */
async function keepClaims(db: Db, notes: readonly Note[]): Promise<void> {
  const ids = notes.map(({ deviceId }) => deviceId);
  const hashes = notes.map(({ claimHash }) => claimHash);
  const salts = notes.map(({ claimSalt }) => claimSalt);
  await sql`
    UPDATE devices SET claim_hash = note.hash, claim_salt = note.salt
    FROM unnest(${ids}::bigint[], ${hashes}::bytea[], ${salts}::bytea[]) AS note (id, hash, salt)
    WHERE devices.id IN ${heldInOrder(ids)} AND devices.id = note.id AND devices.secret_salt = note.salt`.execute(
    db,
  );
}
