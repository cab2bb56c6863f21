import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { AppError } from '../../platform/errors.ts';

/** An Ed25519 key as DER: this, then its 32 bytes. */
const DER_HEAD = Buffer.from('302a300506032b6570032100', 'hex');
const RAW_BYTES = 32;
const BASE64 = /^[A-Za-z0-9+/]{43}=?$/;

/**
 * The 32 bytes of a public key that somebody typed: as PEM, or in base64. A private key is refused before anything is done with it: the server
 * never keeps one. Throws AppError: firmwareKeyPrivate, firmwareKeyInvalid.
 */
export function readPublicKey(typed: string): Buffer {
  if (/PRIVATE KEY/.test(typed)) throw new AppError('firmwareKeyPrivate');
  if (BASE64.test(typed)) return requirePoint(Buffer.from(typed, 'base64'));
  const key = parsePem(typed);
  if (key?.asymmetricKeyType !== 'ed25519') throw new AppError('firmwareKeyInvalid');
  return key.export({ type: 'spki', format: 'der' }).subarray(-RAW_BYTES);
}

function parsePem(text: string): KeyObject | undefined {
  try {
    return createPublicKey(text);
  } catch {
    return undefined;
  }
}

function requirePoint(raw: Buffer): Buffer {
  try {
    keyOf(raw);
  } catch {
    throw new AppError('firmwareKeyInvalid');
  }
  return raw;
}

export const keyOf = (raw: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([DER_HEAD, raw]), format: 'der', type: 'spki' });

/** By which people tell keys apart. */
export const fingerprintOf = (raw: Buffer): string => createHash('sha256').update(raw).digest('hex');
