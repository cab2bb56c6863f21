import { BlockList, isIP, isIPv6 } from 'node:net';
import { networkOf } from '../../platform/network-of.ts';

/** The network that a logger's connection comes from: 24 bits of an IPv4 address, 48 of an IPv6 one. Providers change the rest. */
export function linkNetwork(address: string): string {
  const near = networkOf(address);
  if (near.endsWith('::/64')) return `${near.split(':').slice(0, 3).join(':')}::/48`;
  return isIP(near) === 4 ? `${near.split('.').slice(0, 3).join('.')}.0/24` : near;
}

/** Whether an address is one of those a logger may connect from, addresses or networks in CIDR form. An empty list allows any. */
export function isAllowed(address: string, allowed: readonly string[]): boolean {
  if (allowed.length === 0) return true;
  const list = new BlockList();
  for (const entry of allowed) {
    const [net = '', bits] = entry.split('/');
    const family = isIPv6(net) ? 'ipv6' : 'ipv4';
    list.addSubnet(net, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(plain) !== 0 && list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}
