import { ADDRESSES } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { comeBack, loginAddress } from './come-back.ts';

test('the login leads back to the address with its filters', () => {
  const address = loginAddress(`${ADDRESSES.alarms}?state=all&page=2`, true);
  const search = new URLSearchParams(address.split('?')[1]);
  expect(comeBack(search.get('from'))).toBe(`${ADDRESSES.alarms}?state=all&page=2`);
  expect(search.get('over')).toBe('1');
});

test.each([null, '', '//evil.example', 'https://evil.example', '/login', '/login?from=/x'])(
  '%s leads to the start',
  (from) => {
    expect(comeBack(from)).toBe('/');
  },
);

test('the start needs no way back', () => {
  expect(loginAddress('/')).toBe('/login');
});
