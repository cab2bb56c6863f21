import { expect, test } from 'vitest';
import { withoutPorts } from './drop-forwarded-ports.ts';

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['198.51.100.7:4711', '198.51.100.7'],
  ['[2001:db8::7]:4711', '2001:db8::7'],
  ['[2001:db8::7]', '2001:db8::7'],
  ['2001:db8::7', '2001:db8::7'],
  ['198.51.100.7:4711,10.0.0.1', '198.51.100.7, 10.0.0.1'],
  ['unknown', 'unknown'],
  ['', ''],
])('%s names %s', (named, addresses) => {
  expect(withoutPorts(named)).toBe(addresses);
});
