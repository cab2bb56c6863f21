import { verify } from 'node:crypto';
import { firmwareStatement, type FirmwareClaims } from '@sunfleet/contract';
import { keyOf } from './public-key.ts';

const SIGNATURE_BYTES = 64;

/** Whether a signature (base64) of a key speaks for what a firmware is and is for. */
export function holdsSignature(claims: FirmwareClaims, publicKey: Buffer, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64');
  if (bytes.length !== SIGNATURE_BYTES) return false;
  return verify(null, Buffer.from(firmwareStatement(claims), 'utf8'), keyOf(publicKey), bytes);
}
