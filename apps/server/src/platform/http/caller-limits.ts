import type { RouteDefinition, RouteName } from '@sunfleet/contract';
import type { RequestContext } from '../actor.ts';
import { AppError } from '../errors.ts';
import { networkOf } from '../network-of.ts';
import type { Tally } from './tally.ts';

/** Writes a minute that one caller may make, whatever the route: far more than anybody does by hand or a careful program needs. */
const WRITE_RATE = 1200;
/** Refused tries a minute of one caller that are written into the audit log, one by one. */
const DENIED_RATE = 60;

type Who = Pick<RequestContext, 'actor' | 'address'>;

/**
 * Who is counted together: an API key by itself, a person over all sessions, since whoever has the password opens as many as it
 * likes; visitors, who are nobody, by network.
 */
function callerOf({ actor, address }: Who): string {
  if (actor.apiKeyId !== null) return `key ${actor.apiKeyId}`;
  return actor.userId === null ? `network ${networkOf(address ?? '')}` : `user ${actor.userId}`;
}

/**
 * Counts a request of somebody who is signed in: towards the limit of its route, which is counted by address besides, and towards
 * that of all writes. Throws AppError `tooManyRequests`.
 */
export function takeRequest(
  tally: Tally,
  who: Who,
  { name, definition }: { name: RouteName; definition: RouteDefinition },
): void {
  const caller = callerOf(who);
  const { method, ratePerMinute } = definition;
  const overRoute = ratePerMinute !== undefined && tally.count(`${name} ${caller}`) > ratePerMinute;
  const overWrites = method !== 'GET' && tally.count(`writes ${caller}`) > WRITE_RATE;
  if (overRoute || overWrites) throw new AppError('tooManyRequests');
}

/**
 * Counts a refused try and says what becomes of it: it is written down; it is the first too many, which is written down as the end
 * of that; or it is one of those that nobody reads any more.
 */
export function takeDenied(tally: Tally, who: Who): 'written' | 'cutOff' | 'silent' {
  const tries = tally.count(`denied ${callerOf(who)}`);
  if (tries <= DENIED_RATE) return 'written';
  return tries === DENIED_RATE + 1 ? 'cutOff' : 'silent';
}
