import { spawnSync } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A certificate of localhost with its key, in a folder of its own; `made` is false where there is no openssl. */
export async function makeCertificate() {
  const directory = await mkdtemp(path.join(tmpdir(), 'sunfleet-tls-'));
  const [cert, key] = [path.join(directory, 'cert.pem'), path.join(directory, 'key.pem')];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost'];
  const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const { status } = spawnSync('openssl', [...request, ...names, '-keyout', key, '-out', cert]);
  return { directory, cert, key, made: status === 0 };
}
