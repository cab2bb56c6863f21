import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { readClaimCode } from '@sunfleet/contract';
import { claimText, encodeClaimCode } from '@sunfleet/device-model';
import { storeDeviceSecret, type StoredSecret } from './device-secret.ts';

/** What is kept of a claim code. It counts while its salt is the one of the device's secret, so that a new secret ends it. */
export interface StoredClaim {
  claimHash: Buffer;
  claimSalt: Buffer;
}

/** The claim code that a device with this secret shows. */
export function claimCodeOf(sn: string, secret: string): string {
  return encodeClaimCode(createHmac('sha256', secret).update(claimText(sn)).digest());
}

/** Keeps the claim code of a secret whose hash has this salt. */
export function storeClaim(sn: string, secret: string, salt: Buffer): StoredClaim {
  return { claimSalt: salt, claimHash: hash(claimCodeOf(sn, secret), salt) };
}

/** A secret that a device showed, with the claim code that follows from it. */
export function storeShownSecret(sn: string, secret: string): StoredSecret & StoredClaim {
  const stored = storeDeviceSecret(secret);
  return { ...stored, ...storeClaim(sn, secret, stored.secretSalt) };
}

interface Claimed {
  secretSalt: Buffer | null;
  claimHash: Buffer | null;
  claimSalt: Buffer | null;
}

/** Whether a typed text is the claim code of the device's present secret. Compares in constant time. */
export function isClaimCode(text: string, { secretSalt, claimHash, claimSalt }: Claimed): boolean {
  const code = readClaimCode(text);
  if (code === undefined || !secretSalt || !claimHash || !claimSalt?.equals(secretSalt)) return false;
  const computed = hash(code, claimSalt);
  return computed.length === claimHash.length && timingSafeEqual(computed, claimHash);
}

/** Salted SHA-256: 50 bits that are tried ten times an hour need no slow hash. */
function hash(code: string, salt: Buffer): Buffer {
  return createHash('sha256').update('claim').update(salt).update(code).digest();
}
