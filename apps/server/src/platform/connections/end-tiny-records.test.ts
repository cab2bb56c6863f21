import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import net from 'node:net';
import { Duplex } from 'node:stream';
import tls from 'node:tls';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { makeCertificate } from '../../../test/make-certificate.ts';
import { systemClock } from '../clock.ts';
import { createConnections } from './connections.ts';

const { directory, cert, key, made } = await makeCertificate();
afterAll(() => rm(directory, { recursive: true, force: true }));

/** A door that counts what it reads. */
async function openDoor() {
  const server = tls.createServer({ cert: await readFile(cert), key: await readFile(key) });
  const read: { bytes: number; isClosed: boolean }[] = [];
  server.on('secureConnection', (secure) => {
    const seen = { bytes: 0, isClosed: false };
    read.push(seen);
    secure.on('data', (bytes: Buffer) => (seen.bytes += bytes.length));
    secure.on('error', () => undefined).on('close', () => (seen.isClosed = true));
  });
  createConnections({
    config: { connections: { inAll: undefined, perAddress: 100 }, trustedProxies: [] },
    health: { add: () => undefined },
    descriptors: undefined,
    clock: systemClock,
  }).guard(server, 'mqtt');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { port: (server.address() as net.AddressInfo).port, read };
}

/** A client whose records leave together. */
async function connect(port: number) {
  const raw = net.connect({ port, host: '127.0.0.1', noDelay: true });
  onTestFinished(() => void raw.destroy());
  let held: Buffer[] | undefined;
  const line = new Duplex({
    read: () => undefined,
    write(bytes: Buffer, _encoding, done) {
      if (held) held.push(bytes);
      else raw.write(bytes);
      done();
    },
  });
  raw.on('data', (bytes) => line.push(bytes)).on('error', () => undefined);
  const secure = tls.connect({ socket: line, rejectUnauthorized: false });
  secure.on('error', () => undefined);
  await once(secure, 'secureConnect');
  return async (records: number, bytes: number) => {
    held = [];
    for (let n = 0; n < records; n += 1)
      await new Promise((resolve) => secure.write(Buffer.alloc(bytes), resolve));
    raw.write(Buffer.concat(held));
    held = undefined;
  };
}

test.skipIf(!made)(
  'whoever sends thousands of records of a byte is disconnected, and nothing more of them is read (needs openssl)',
  async () => {
    const { port, read } = await openDoor();
    const [small, usual] = [await connect(port), await connect(port)];
    await small(100, 1);
    await usual(2000, 100);
    await vi.waitUntil(() => read[0]?.bytes === 100 && read[1]?.bytes === 200_000);
    const send = await connect(port);
    await send(2500, 1);
    await vi.waitUntil(() => read[2]?.isClosed);
    expect(read[2]!.bytes).toBeLessThan(400);
    expect(read.slice(0, 2)).toMatchObject([{ isClosed: false }, { isClosed: false }]);
  },
);
