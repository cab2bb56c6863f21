import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { KeyOrganisation } from '../../platform/ingest.ts';
import { networkOf, siteOrNetwork } from '../../platform/network-of.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { hashToken } from '../../platform/tokens.ts';
import type { Turns } from '../../platform/turns.ts';
import { useKey } from './directory.queries.ts';
import { WrongKeys } from './wrong-keys.ts';

/** What another server changed is known no later than this. */
const REMEMBER_MS = 60_000;
const MOST_REMEMBERED = 10_000;

/**
 * Looks organisations up by ingest key, with a short memory: agents send their key with every batch. Wrong keys are remembered as well,
 * and a network that shows one wrong key after the other is turned away before it costs a query. Keys that nobody has shown before are looked up in
 * `lookUps`, where sites take turns.
 */
export function createKeyring(db: Db, clock: Clock, lookUps: Pick<Turns, 'take'>) {
  const remembered = new Map<string, { organisation: KeyOrganisation; until: number }>();
  /** Keys that nobody has, and until when that is believed. */
  const wrong = new Map<string, number>();
  /** Keys that were right once: they are looked up again whatever others of their network do. */
  const proven = new Set<string>();
  const guesses = new WrongKeys(clock);
  let forgotten = 0;

  async function lookUp(name: string, hash: Buffer, asked: number): Promise<KeyOrganisation | undefined> {
    const organisation = await useKey(db, hash, clock.now());
    if (!organisation) {
      proven.delete(name);
      keep(wrong, name, clock.now() + REMEMBER_MS);
      return undefined;
    }
    if (proven.size >= MOST_REMEMBERED) proven.clear();
    proven.add(name);
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.delete(name);
    // An answer that was read before a change is not kept after it.
    if (asked === forgotten) remembered.set(name, { organisation, until: clock.now() + REMEMBER_MS });
    return organisation;
  }

  return {
    /** Throws AppError `tooManyRequests` where the network showed too many keys that nobody has. */
    async organisationOf(key: string, address = ''): Promise<KeyOrganisation | undefined> {
      const asked = forgotten;
      const hash = hashToken(key);
      const name = hash.toString('base64');
      const known = remembered.get(name);
      if (known && known.until > clock.now()) return known.organisation;
      if ((wrong.get(name) ?? 0) > clock.now()) return undefined;
      if (proven.has(name)) return lookUp(name, hash, asked);
      const end = await guesses.begin(networkOf(address));
      if (!end) throw new AppError('tooManyRequests');
      let right = true;
      try {
        const organisation = await lookUps.take(siteOrNetwork(address), () => lookUp(name, hash, asked));
        right = organisation !== undefined;
        return organisation;
      } finally {
        end(right);
      }
    },
    /** Reads every key again, because one was revoked or an organisation changed. */
    forget(): void {
      forgotten += 1;
      remembered.clear();
      wrong.clear();
    },
  };
}

/** Keeps a wrong key and lets the oldest go where there are too many. */
function keep(wrong: Map<string, number>, name: string, until: number): void {
  wrong.delete(name);
  const [oldest] = wrong.keys();
  if (oldest !== undefined && wrong.size >= MOST_REMEMBERED) wrong.delete(oldest);
  wrong.set(name, until);
}
