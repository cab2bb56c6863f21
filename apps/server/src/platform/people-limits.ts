import type { RequestContext } from './actor.ts';
import { networkOf } from './network-of.ts';
import type { TryLimit } from './tries.ts';

/** A network is a household, an office or a whole provider: one account of it must not use up what the others may do. */
const PEOPLE_OF_A_NETWORK = 5;

/** Who is counted where only an account is known. */
export const accountSubject = (what: string, userId: number | null): string => `${what}, account ${userId}`;

/** Who is counted where nobody is signed in. */
export const networkSubject = (what: string, address: string | null): string =>
  `${what}, network ${networkOf(address ?? '')}`;

/** How often one account may do something, and, because accounts are free, one network with several people. */
export function peopleLimits(
  what: string,
  { actor, address }: Pick<RequestContext, 'actor' | 'address'>,
  ofAccount: readonly Pick<TryLimit, 'withinMs' | 'most'>[],
): TryLimit[] {
  const account = accountSubject(what, actor.userId);
  const network = networkSubject(what, address);
  return ofAccount.flatMap(({ withinMs, most }) => [
    { subject: account, withinMs, most },
    { subject: network, withinMs, most: PEOPLE_OF_A_NETWORK * most },
  ]);
}
