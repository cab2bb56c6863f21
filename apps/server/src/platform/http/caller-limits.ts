import type { RouteDefinition, RouteName } from '@sunfleet/contract';
import type { RequestContext } from '../actor.ts';
import { AppError } from '../errors.ts';
import { networkOf } from '../network-of.ts';
import { endingSession } from './ending-session.ts';
import type { Tally } from './tally.ts';

/** Writes a minute that one caller may make, whatever the route: far more than anybody does by hand or a careful program needs. */
const WRITE_RATE = 1200;
/** Refused tries a minute of one caller that are written into the audit log, one by one. */
const DENIED_RATE = 60;
/** Times as much may all API keys of one person do together: a hundred of them would fill the audit log, which nobody empties. */
const ALL_KEYS = 3;

type Who = Pick<RequestContext, 'actor' | 'address'>;

/**
 * The key under which requests and streams are counted. An API key counts by itself. A person counts over all sessions, because one password can
 * open any number of them, but where they end what one of them did (`stops`). Visitors have no account and count by network.
 */
export function callerOf({ actor, address }: Who, route: Pick<RouteDefinition, 'stops'> = {}): string {
  if (actor.apiKeyId !== null) return `key ${actor.apiKeyId}`;
  const session = endingSession(actor, route);
  if (session) return session;
  return actor.userId === null ? `network ${networkOf(address ?? '')}` : `user ${actor.userId}`;
}

/**
 * Counts a request of a signed-in caller towards the limit of its route, which also counts by address, and towards the limit of all
 * writes. Throws AppError `tooManyRequests`.
 */
export function takeRequest(
  tally: Tally,
  who: Who,
  { name, definition }: { name: RouteName; definition: RouteDefinition },
): void {
  const caller = callerOf(who, definition);
  const { method, ratePerMinute } = definition;
  const overRoute = ratePerMinute !== undefined && tally.count(`${name} ${caller}`) > ratePerMinute;
  const overWrites =
    method !== 'GET' &&
    (tally.count(`writes ${caller}`) > WRITE_RATE ||
      isBeyondAllKeys(tally, who, { what: 'writes', rate: WRITE_RATE }));
  if (overRoute || overWrites) throw new AppError('tooManyRequests');
}

/** Counts what an API key does towards what all keys of its person may. */
function isBeyondAllKeys(
  tally: Tally,
  { actor: { apiKeyId, userId } }: Who,
  { what, rate }: { what: string; rate: number },
): boolean {
  return apiKeyId !== null && tally.count(`${what} by keys of user ${userId}`) > ALL_KEYS * rate;
}

/** Times as much of the refused tries of all visitors together is written down: whoever makes networks at will is as many visitors. */
const ALL_VISITORS = 4;

/**
 * Counts a refused try and says what to do with it: write it into the log; write one entry that no more will follow, because it is the
 * first beyond the limit; or write nothing. `unwritten`: it is no more than its caller may, and visitors have filled what the log takes of them.
 */
export function takeDenied(tally: Tally, who: Who): 'written' | 'cutOff' | 'silent' | 'unwritten' {
  const tries = tally.count(`denied ${callerOf(who)}`);
  if (isBeyondAllKeys(tally, who, { what: 'denied', rate: DENIED_RATE })) return 'silent';
  if (tries > DENIED_RATE + 1) return 'silent';
  const isWritten = !isBeyondVisitors(tally, who);
  if (tries <= DENIED_RATE) return isWritten ? 'written' : 'unwritten';
  return isWritten ? 'cutOff' : 'silent';
}

/** Counts what would be written of a visitor towards what is written of all of them. */
function isBeyondVisitors(tally: Tally, { actor: { userId, apiKeyId } }: Who): boolean {
  const isVisitor = userId === null && apiKeyId === null;
  return isVisitor && tally.count('denied visitors') > ALL_VISITORS * DENIED_RATE;
}
