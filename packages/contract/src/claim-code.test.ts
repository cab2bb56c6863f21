import { expect, test } from 'vitest';
import { readClaimCode } from './claim-code.ts';

test('a code is read however it is typed', () => {
  for (const typed of ['35BDHS76KW', '35bdh-s76kw', ' 35BDH S76KW '])
    expect(readClaimCode(typed)).toBe('35BDHS76KW');
  expect(readClaimCode('OIL00-IL01O')).toBe('0110011010');
});

test.each(['', '35BDHS76K', '35BDHS76KWW', '35BDHS76KU', '35BDHS76K_', '３５BDHS76KW'])(
  '"%s" is no code',
  (typed) => expect(readClaimCode(typed)).toBeUndefined(),
);
