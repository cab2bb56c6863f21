import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** What a signature covers. */
export interface Signable {
  method: string;
  /** Path with query as it is sent, `/api/...`. */
  path: string;
  /** The body's text; empty where there is none. */
  body: string;
  /** Epoch milliseconds. */
  time: string;
  nonce: string;
}

/**
 * Signature of a request: HMAC-SHA256 in hex, by the session's signing key. Computed here and not by WebCrypto, which browsers
 * offer on https addresses alone.
 */
export function signRequest(key: string, { method, path, body, time, nonce }: Signable): string {
  const text = [method, path, bytesToHex(sha256(utf8ToBytes(body))), time, nonce].join('\n');
  return bytesToHex(hmac(sha256, utf8ToBytes(key), utf8ToBytes(text)));
}
