import type net from 'node:net';
import { networkOf, siteOrNetwork } from '../network-of.ts';

/** Who takes turns for what comes over a connection: its network, and its site. */
export interface Senders {
  account: string;
  site: string;
}

/** `isNear`: tells whether an address is that of a proxy, whose connections are of many: each takes turns by itself. */
export function sendersOf(
  { remoteAddress: address = '', remotePort }: Pick<net.Socket, 'remoteAddress' | 'remotePort'>,
  isNear: (address: string) => boolean,
): Senders {
  if (!isNear(address)) return { account: networkOf(address), site: siteOrNetwork(address) };
  const own = `${address} ${remotePort}`;
  return { account: own, site: own };
}
