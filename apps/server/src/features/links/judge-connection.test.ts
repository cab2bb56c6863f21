import { expect, test } from 'vitest';
import { doubtAt, judgeConnection, UNKNOWN_LINK, type LinkTrust } from './judge-connection.ts';
import { isAllowed, linkNetwork } from './link-network.ts';

const HOME = '198.51.100.0/24';
const AWAY = '203.0.113.0/24';
const MINUTE = 60_000;
const DAY = 86_400_000;
const start = Date.UTC(2026, 5, 21);
const trusted: LinkTrust = { ...UNKNOWN_LINK, network: HOME, trustedNetwork: HOME };

const connect = (before: LinkTrust, at: number, { network = HOME, replaces = false } = {}) =>
  judgeConnection(before, { network, replaces, now: start + at });

test('a logger that nobody knows is believed once it stayed in one network for a day', () => {
  const first = connect(UNKNOWN_LINK, 0);
  expect(first).toMatchObject({ doubt: 'first', doubtedSince: start, trustedNetwork: null });
  expect(connect(first, 10 * MINUTE).doubtedSince).toBe(start);
  expect(connect(first, 10 * MINUTE, { network: AWAY }).doubtedSince).toBe(start + 10 * MINUTE);
  expect(doubtAt(first, start + DAY - 1)).toBe('first');
  expect(doubtAt(first, start + DAY)).toBeNull();
  expect(connect(first, DAY)).toMatchObject({ doubt: null, trustedNetwork: HOME });
});

test('a connection from another network is doubted for a day, and from the start by every change of network', () => {
  const away = connect(trusted, 0, { network: AWAY });
  expect(away).toMatchObject({ doubt: 'otherNetwork', trustedNetwork: HOME });
  expect(connect(away, MINUTE, { network: '192.0.2.0/24' }).doubtedSince).toBe(start + MINUTE);
  expect(connect(away, MINUTE)).toMatchObject({ doubt: null, trustedNetwork: HOME });
  expect(connect(away, DAY, { network: AWAY })).toMatchObject({ doubt: null, trustedNetwork: AWAY });
});

test('a connection that replaces one that lives is doubted until it was stable', () => {
  const replaced = connect(trusted, 0, { replaces: true });
  expect(replaced).toMatchObject({ doubt: 'replaced', doubtedSince: start });
  expect(connect(replaced, MINUTE)).toMatchObject({ doubt: 'replaced', doubtedSince: start });
  expect(doubtAt(replaced, start + 15 * MINUTE)).toBeNull();
});

test('two connections with one serial number that alternate are noticed, within one network as well', () => {
  let link = trusted;
  for (let nth = 0; nth < 4; nth += 1) link = connect(link, nth * MINUTE, { replaces: true });
  expect(link).toMatchObject({ doubt: 'alternating', doubtedSince: start + 3 * MINUTE });
  expect(connect(link, 30 * MINUTE)).toMatchObject({
    doubt: 'alternating',
    doubtedSince: start + 3 * MINUTE,
  });
  let slow = trusted;
  for (let nth = 0; nth < 9; nth += 1) slow = connect(slow, nth * 8 * MINUTE, { replaces: true });
  expect(slow.doubt).toBe('replaced');
});

test('a network is 24 bits of IPv4 and 48 of IPv6', () => {
  expect(linkNetwork('198.51.100.77')).toBe(HOME);
  expect(linkNetwork('::ffff:198.51.100.77')).toBe(HOME);
  expect(linkNetwork('2001:db8:7:9::1')).toBe('2001:db8:7::/48');
  expect(linkNetwork('')).toBe('');
});

test('an address is allowed by itself or by its network', () => {
  const list = ['198.51.100.7', '203.0.113.0/24', '2001:db8::/32'];
  const allowed = ['198.51.100.7', '::ffff:203.0.113.9', '2001:db8:1::5'];
  expect(allowed.filter((address) => isAllowed(address, list))).toEqual(allowed);
  expect(
    ['198.51.100.8', '192.0.2.1', '2001:db9::1', ''].filter((address) => isAllowed(address, list)),
  ).toEqual([]);
  expect(isAllowed('192.0.2.1', [])).toBe(true);
});
