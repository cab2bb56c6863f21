import type { RequestContext } from './actor.ts';
import { networkOf, siteOf } from './network-of.ts';
import type { TryLimit } from './tries.ts';

/** A network is a household, an office or a whole provider: one account of it must not use up what the others may do. */
const PEOPLE_OF_A_NETWORK = 5;
/** Whoever makes networks of an IPv6 site at will is so many of them at most. */
export const NETWORKS_OF_A_SITE = 4;

/** Who is counted where only an account is known. */
export const accountSubject = (what: string, userId: number | null): string => `${what}, account ${userId}`;

type Often = Pick<TryLimit, 'withinMs' | 'most'>;

/** How often something may be done from one network, and from one site with several of them, where nobody is signed in. */
export function networkLimits(what: string, address: string | null, ofNetwork: readonly Often[]): TryLimit[] {
  const network = `${what}, network ${networkOf(address ?? '')}`;
  // Of this machine there is one.
  const site = `${what}, site ${siteOf(address ?? undefined) ?? 'here'}`;
  return ofNetwork.flatMap(({ withinMs, most }) => [
    { subject: network, withinMs, most },
    { subject: site, withinMs, most: NETWORKS_OF_A_SITE * most },
  ]);
}

/** How often one account may do something, and, because accounts are free, one network with several people, and one site with several networks. */
export function peopleLimits(
  what: string,
  { actor, address }: Pick<RequestContext, 'actor' | 'address'>,
  ofAccount: readonly Often[],
): TryLimit[] {
  const account = accountSubject(what, actor.userId);
  return ofAccount.flatMap(({ withinMs, most }) => [
    { subject: account, withinMs, most },
    ...networkLimits(what, address, [{ withinMs, most: PEOPLE_OF_A_NETWORK * most }]),
  ]);
}
