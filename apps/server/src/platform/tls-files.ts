import { constants } from 'node:crypto';
import { readFileSync } from 'node:fs';
import tls from 'node:tls';
import { messageOf } from './errors.ts';

/** Paths of a certificate and its key, both PEM. */
export interface TlsFiles {
  cert: string;
  key: string;
}

/** A handshake costs the server some work that nothing interrupts, so no client chooses what costs most. */
const RULES = {
  /** Without the exchange of keys by RSA: it costs the server most when a handshake ends, and what was recorded can be read with the key later. */
  ciphers: `${tls.DEFAULT_CIPHERS}:!kRSA`,
  ecdhCurve: 'X25519MLKEM768:X25519:P-256:P-384',
  /** A connection that stands would otherwise begin another handshake, out of turn, as often as it likes. */
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
} as const;

/** What the files hold. */
export interface CertificatePair {
  cert: Buffer;
  key: Buffer;
}

/** Throws where the two cannot be used together. */
export function usable(pair: CertificatePair): CertificatePair {
  tls.createSecureContext(secureOptions(pair));
  return pair;
}

/** Reads both files. Throws an `Error` for people where they cannot be read or do not belong together. */
export function readCertificate({ cert, key }: TlsFiles): CertificatePair {
  try {
    return usable({ cert: readFileSync(cert), key: readFileSync(key) });
  } catch (error) {
    throw new Error(`The certificate ${cert} with the key ${key} cannot be used: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/** What every TLS door is opened with. */
export const secureOptions = ({ cert, key }: CertificatePair) => ({ cert, key, ...RULES });
