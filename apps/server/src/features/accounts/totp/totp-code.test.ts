import { generateSync } from 'otplib';
import { expect, test } from 'vitest';
import { mintTotpSecret, totpStep, totpUri } from './totp-code.ts';

const NOW = Date.UTC(2026, 5, 21, 10, 0, 17);
const STEP = Math.floor(NOW / 30_000);
const secret = mintTotpSecret();
const codeAt = (time: number) => generateSync({ secret, epoch: Math.floor(time / 1000) });

test.each([
  [-60_000, undefined],
  [-30_000, STEP - 1],
  [0, STEP],
  [30_000, STEP + 1],
  [60_000, undefined],
])('a code made %i ms from now belongs to step %s', (shift, step) => {
  expect(totpStep(secret, codeAt(NOW + shift), NOW)).toBe(step);
});

test('spaces between the digits do not matter; anything else is wrong', () => {
  const code = codeAt(NOW);
  expect(totpStep(secret, `${code.slice(0, 3)} ${code.slice(3)}`, NOW)).toBe(STEP);
  for (const wrong of ['', '12345', 'abcdef', `${code}0`])
    expect(totpStep(secret, wrong, NOW)).toBeUndefined();
});

test('the code of the reference (RFC 6238, SHA-1, 59 s) is right', () => {
  expect(totpStep('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', '287082', 59_000)).toBe(1);
});

test('the text of the QR code names product, account and secret', () => {
  const uri = new URL(totpUri(secret, 'user@example.test'));
  expect(uri.protocol).toBe('otpauth:');
  expect(decodeURIComponent(uri.pathname)).toContain('Sunfleet:user@example.test');
  expect(uri.searchParams.get('secret')).toBe(secret);
});
