import { networkOf, siteOrNetwork } from '../../platform/network-of.ts';
import type { Platform } from '../../platform/platform.ts';
import { createTurns } from '../../platform/turns.ts';
import { findUser } from './login.ts';
import { knowsNetwork } from './login-delay.ts';

/** Enough that there is always a password to hash, and few enough that connections to the database stay free for others. */
const AT_ONCE = 8;
const LOOK_UPS_AT_ONCE = 4;
/** From here on it is looked up who is known, which costs queries. */
const MANY_WAIT = 64;
/** A site may be an office in which everybody signs in at the same moment. Those waiting in all are a few seconds of work. */
const WAITING = { waitingEach: 64, waitingInAll: 512 } as const;

const turns = createTurns({ ...WAITING, atOnce: AT_ONCE });
/** Each network has a place of its own, so that neighbours of a known one do not fill it, and brings one look-up at a time. */
const networks = createTurns({ ...WAITING, atOnce: Number.POSITIVE_INFINITY, ofOne: 1 });
/** Sites take turns at looking up as well, so that hundreds of networks of a few sites keep nobody elsewhere waiting. */
const lookUps = createTurns({ atOnce: LOOK_UPS_AT_ONCE });

interface Asking {
  address: string | null;
  /** E-mail, phone or user name, as accounts keep it. */
  account: string;
}

/**
 * Does what costs much and anybody may ask for, as hashing a password that may be wrong. The sites that ask take turns, and networks from
 * which the holder of the account signed in before go before those of strangers, so that nobody waits behind all requests of others.
 * Throws AppError `tooManyRequests` where too much of the site waits already, before anything is counted.
 */
export async function takeTurn<T>(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { address, account }: Asking,
  work: () => Promise<T>,
): Promise<T> {
  const network = networkOf(address ?? '');
  const site = siteOrNetwork(address ?? '');
  if (turns.waiting() < MANY_WAIT) return turns.take(site, work);
  const lookUp = async () => {
    const user = await findUser({ db }, account);
    return user !== undefined && knowsNetwork(db, { userId: user.id, network, now: clock.now() });
  };
  const isKnown = await networks.take(network, () => lookUps.take(site, lookUp));
  return isKnown ? turns.take(network, work, 'preferred') : turns.take(site, work);
}
