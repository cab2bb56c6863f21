import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export interface StoredSecret {
  secretHash: Buffer;
  secretSalt: Buffer;
}

/** A device secret: 160 random bits as 32 characters of base32, which survive being typed and read aloud. */
export function mintDeviceSecret(): string {
  return Array.from(randomBytes(32), (byte) => ALPHABET[byte & 31]).join('');
}

/** Salted SHA-256: the secret is generated and long, so a slow hash would only slow the devices' connects. */
export function storeDeviceSecret(secret: string): StoredSecret {
  const secretSalt = randomBytes(16);
  return { secretSalt, secretHash: hash(secret, secretSalt) };
}

/** Compares in constant time. */
export function isDeviceSecret(secret: string, stored: StoredSecret): boolean {
  const computed = hash(secret, stored.secretSalt);
  return computed.length === stored.secretHash.length && timingSafeEqual(computed, stored.secretHash);
}

function hash(secret: string, salt: Buffer): Buffer {
  return createHash('sha256').update(salt).update(secret).digest();
}
