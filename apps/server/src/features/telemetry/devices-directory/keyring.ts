import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/postgres/client.ts';
import { hashToken } from '../../../platform/tokens.ts';
import { readKeyOrganisation, type KeyOrganisation } from './directory.queries.ts';

/** A key that was deleted works no longer than this. */
const REMEMBER_MS = 60_000;
const MOST_REMEMBERED = 10_000;

/** Looks organisations up by ingest key, with a short memory: agents send their key with every batch. */
export function createKeyring(db: Db, clock: Clock) {
  const remembered = new Map<string, { organisation: KeyOrganisation; until: number }>();
  return {
    async organisationOf(key: string): Promise<KeyOrganisation | undefined> {
      const hash = hashToken(key);
      const name = hash.toString('base64');
      const known = remembered.get(name);
      if (known && known.until > clock.now()) return known.organisation;
      const organisation = await readKeyOrganisation(db, hash);
      if (remembered.size >= MOST_REMEMBERED) remembered.clear();
      if (organisation) remembered.set(name, { organisation, until: clock.now() + REMEMBER_MS });
      else remembered.delete(name);
      return organisation;
    },
  };
}
