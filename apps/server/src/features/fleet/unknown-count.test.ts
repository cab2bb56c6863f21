import { expect, test } from 'vitest';
import { UnknownCount, type FoundAt } from './unknown-count.ts';

const limits = { inAll: 1000, perNetwork: 20, days: 3 };
const from = (site: string | null, gateway: FoundAt['gateway'] = 'mqtt'): FoundAt => ({ gateway, site });

/** Adds until there is no room; answers how many came in. */
function fill(count: UnknownCount, found: FoundAt): number {
  let added = 0;
  for (; added < 5000 && count.hasRoom(found, limits); added += 1) count.add(found);
  return added;
}

test('a network that invents serial numbers fills its own share and shuts out no other', () => {
  const count = new UnknownCount();
  expect(fill(count, from('203.0.113.0/24'))).toBe(20);
  expect(count.hasRoom(from('203.0.113.0/24', 'v5'), limits)).toBe(false);
  expect(count.hasRoom(from('203.0.114.0/24'), limits)).toBe(true);
  count.remove(from('203.0.113.0/24'));
  expect(count.hasRoom(from('203.0.113.0/24'), limits)).toBe(true);
});

test('a provider with many networks fills its region, not the platform', () => {
  const count = new UnknownCount();
  let added = 0;
  for (let n = 0; n < 256; n += 1) added += fill(count, from(`2001:db8:${n.toString(16)}::/48`));
  expect(added).toBe(200);
  expect(count.hasRoom(from('2001:db9:1::/48'), limits)).toBe(true);
});

test('what comes by one gateway leaves room to the others', () => {
  const count = new UnknownCount();
  expect(fill(count, from(null, 'v5'))).toBe(600);
  expect(fill(count, from(null, 'mqtt'))).toBe(400);
});
