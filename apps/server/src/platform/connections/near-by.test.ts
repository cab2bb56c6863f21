import { expect, test } from 'vitest';
import { createNearBy } from './near-by.ts';

test('this machine and named proxies are near by, however the address is written; others are not', () => {
  const isNear = createNearBy(['10.0.0.0/8', '2001:db8::7', 'linklocal']);
  for (const address of [
    '127.0.0.1',
    '::1',
    '::ffff:127.9.9.9',
    '10.1.2.3',
    '::ffff:10.1.2.3',
    '2001:db8::7',
    'fe80::1',
  ]) {
    expect(isNear(address)).toBe(true);
  }
  for (const address of ['203.0.113.7', '::ffff:203.0.113.7', '2001:db8::8', '11.0.0.1', '']) {
    expect(isNear(address)).toBe(false);
  }
});
