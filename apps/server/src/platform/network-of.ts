import { isIPv6 } from 'node:net';

/**
 * Whom limits count tries of an address for: an IPv4 address itself, of an IPv6 one the network of 64 bits, since every
 * connection has as many addresses in it as it likes.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  return `${groupsOf(address).slice(0, 4).join(':')}::/64`;
}

/**
 * The network that one customer of a provider usually has at most: of an IPv4 address 24 bits, of an IPv6 one 48. Null for this machine
 * itself, and where no address is known.
 */
export function siteOf(address: string | undefined): string | null {
  const plain = networkOf(address ?? '');
  if (plain === '' || plain.startsWith('127.') || address === '::1') return null;
  return isIPv6(address ?? '') && plain.includes('::')
    ? `${plain.split(':').slice(0, 3).join(':')}::/48`
    : `${plain.split('.').slice(0, 3).join('.')}.0/24`;
}

/** The site of an address, of which somebody makes networks at will; where it has none, the address itself. */
export function siteOrNetwork(address: string): string {
  return siteOf(address) ?? networkOf(address);
}

/** The wider network around a site, in which one provider can make as many sites as it likes: 16 bits of IPv4, 32 of IPv6. */
export function regionOf(site: string): string {
  return site.includes(':')
    ? `${site.split(':').slice(0, 2).join(':')}::/32`
    : `${site.split('.').slice(0, 2).join('.')}.0.0/16`;
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [left = [], right = []] = address.split('::').map((half) => half.split(':').filter(Boolean));
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return groups.map((group) => Number.parseInt(group, 16).toString(16));
}
