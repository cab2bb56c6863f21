import net from 'node:net';
import tls from 'node:tls';
import type { Certificates } from './certificates.ts';
import type { Logger } from './log.ts';
import type { TlsFiles } from './tls-files.ts';

interface TcpParts {
  log: Pick<Logger, 'debug'>;
  certificates: Pick<Certificates, 'open'>;
}

/** A TCP server that speaks TLS, and nothing else, where the settings name a certificate. Throws as `readCertificate` does. */
export function createTcpServer(
  { log, certificates }: TcpParts,
  files: TlsFiles | undefined,
  options: net.ServerOpts,
  accepted: (socket: net.Socket) => void,
): net.Server {
  if (!files) return net.createServer(options, accepted);
  const certificate = certificates.open(files);
  const server = tls.createServer({ ...options, ...certificate.options }, accepted);
  certificate.keep(server);
  server.on('tlsClientError', (error) => log.debug({ err: error }, 'TLS refused'));
  return server;
}
