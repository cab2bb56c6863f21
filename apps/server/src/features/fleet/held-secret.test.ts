import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { isDeviceSecret, mintDeviceSecret, storeDeviceSecret } from '../devices/index.ts';
import { HeldSecret } from './held-secret.ts';

test('a secret comes out of memory as it was stored, whatever its bytes are', () => {
  const every = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const salt = randomBytes(16);
  const held = new HeldSecret(every, salt);
  expect([held.secretHash, held.secretSalt]).toEqual([Buffer.from(every), salt]);
  const secret = mintDeviceSecret();
  const { secretHash, secretSalt } = storeDeviceSecret(secret);
  expect(isDeviceSecret(secret, new HeldSecret(secretHash, secretSalt))).toBe(true);
  expect(isDeviceSecret(mintDeviceSecret(), new HeldSecret(secretHash, secretSalt))).toBe(false);
});
