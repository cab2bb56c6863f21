import type { Clock } from '../../platform/clock.ts';
import type { KeyOrganisation } from '../../platform/ingest.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { hashToken } from '../../platform/tokens.ts';
import { useKey } from './directory.queries.ts';

/** What another server changed is known no later than this. */
const REMEMBER_MS = 60_000;
const MOST_REMEMBERED = 10_000;

/** Looks organisations up by ingest key, with a short memory: agents send their key with every batch. */
export function createKeyring(db: Db, clock: Clock) {
  const remembered = new Map<string, { organisation: KeyOrganisation; until: number }>();
  let forgotten = 0;
  return {
    async organisationOf(key: string): Promise<KeyOrganisation | undefined> {
      const hash = hashToken(key);
      const name = hash.toString('base64');
      const known = remembered.get(name);
      if (known && known.until > clock.now()) return known.organisation;
      const asked = forgotten;
      const organisation = await useKey(db, hash, clock.now());
      if (remembered.size >= MOST_REMEMBERED) remembered.clear();
      remembered.delete(name);
      // An answer that was read before a change is not kept after it.
      if (organisation && asked === forgotten)
        remembered.set(name, { organisation, until: clock.now() + REMEMBER_MS });
      return organisation;
    },
    /** Reads every key again, because one was revoked or an organisation changed. */
    forget(): void {
      forgotten += 1;
      remembered.clear();
    },
  };
}
