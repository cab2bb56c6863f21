import { createHash, randomBytes } from 'node:crypto';

/** An opaque token: 32 random bytes as base64url. Only its hash is kept. */
export function mintToken(): string {
  return randomBytes(32).toString('base64url');
}

/** SHA-256 of a token; enough without salt because a token has 256 bits of chance. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
