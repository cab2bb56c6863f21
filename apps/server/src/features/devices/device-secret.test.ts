import { expect, test } from 'vitest';
import { isDeviceSecret, mintDeviceSecret, storeDeviceSecret } from './device-secret.ts';

test('a secret is 32 characters of base32 and never the same', () => {
  const secrets = Array.from({ length: 200 }, mintDeviceSecret);
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(new Set(secrets).size).toBe(200);
});

test('only the secret itself is recognised', () => {
  const secret = mintDeviceSecret();
  const stored = storeDeviceSecret(secret);
  expect(isDeviceSecret(secret, stored)).toBe(true);
  expect(isDeviceSecret(secret.toLowerCase(), stored)).toBe(false);
  expect(isDeviceSecret('', stored)).toBe(false);
});

test('the same secret is stored differently each time', () => {
  const secret = mintDeviceSecret();
  expect(storeDeviceSecret(secret).secretHash).not.toEqual(storeDeviceSecret(secret).secretHash);
});
