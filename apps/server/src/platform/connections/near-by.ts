import { BlockList, isIPv6 } from 'node:net';

/** What the names of the settings stand for, as in `X-Forwarded-For` handling. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Tells whether an address is of this machine, or of a proxy that the settings name. */
export function createNearBy(proxies: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const name of ['loopback', ...proxies]) {
    for (const network of NAMED[name] ?? [name]) {
      const [address = '', bits] = network.split('/');
      const family = isIPv6(address) ? 'ipv6' : 'ipv4';
      if (bits === undefined) list.addAddress(address, family);
      else list.addSubnet(address, Number(bits), family);
    }
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
    return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  };
}
