import { constants } from 'node:crypto';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import tls from 'node:tls';
import { messageOf } from './errors.ts';
import type { Logger } from './log.ts';

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

/** Reads both files. Throws an `Error` for people where they cannot be read or do not belong together. */
export function readCertificate({ cert, key }: TlsFiles): { cert: Buffer; key: Buffer } {
  try {
    const pair = { cert: readFileSync(cert), key: readFileSync(key) };
    tls.createSecureContext(pair);
    return pair;
  } catch (error) {
    throw new Error(`The certificate ${cert} with the key ${key} cannot be used: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/** What every TLS door is opened with. Throws as `readCertificate` does. */
export const secureOptions = (files: TlsFiles) => ({ ...readCertificate(files), ...RULES });

/** A TCP server that speaks TLS, and nothing else, where the settings name a certificate. */
export function createTcpServer(
  files: TlsFiles | undefined,
  options: net.ServerOpts,
  accepted: (socket: net.Socket) => void,
  log: Pick<Logger, 'debug'>,
): net.Server {
  if (!files) return net.createServer(options, accepted);
  const server = tls.createServer({ ...options, ...secureOptions(files) }, accepted);
  server.on('tlsClientError', (error) => log.debug({ err: error }, 'TLS refused'));
  return server;
}
