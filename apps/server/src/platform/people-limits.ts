import type { RequestContext } from './actor.ts';
import { networkOf, siteOf } from './network-of.ts';
import type { TryLimit } from './tries.ts';

/** A network is a household, an office or a whole provider: one account of it must not use up what the others may do. */
const PEOPLE_OF_A_NETWORK = 5;
/** Whoever makes networks of an IPv6 site at will is so many of them at most. */
export const NETWORKS_OF_A_SITE = 4;

/** Who is counted where only an account is known. */
export const accountSubject = (what: string, userId: number | null): string => `${what}, account ${userId}`;

/** Who is counted where nobody is signed in. */
export const networkSubject = (what: string, address: string | null): string =>
  `${what}, network ${networkOf(address ?? '')}`;

/** The site of whoever is counted; of this machine there is one. */
export const siteSubject = (what: string, address: string | null): string =>
  `${what}, site ${siteOf(address ?? undefined) ?? 'here'}`;

/** How often one account may do something, and, because accounts are free, one network with several people, and one site with several networks. */
export function peopleLimits(
  what: string,
  { actor, address }: Pick<RequestContext, 'actor' | 'address'>,
  ofAccount: readonly Pick<TryLimit, 'withinMs' | 'most'>[],
): TryLimit[] {
  const account = accountSubject(what, actor.userId);
  const network = networkSubject(what, address);
  const site = siteSubject(what, address);
  return ofAccount.flatMap(({ withinMs, most }) => [
    { subject: account, withinMs, most },
    { subject: network, withinMs, most: PEOPLE_OF_A_NETWORK * most },
    { subject: site, withinMs, most: NETWORKS_OF_A_SITE * PEOPLE_OF_A_NETWORK * most },
  ]);
}
