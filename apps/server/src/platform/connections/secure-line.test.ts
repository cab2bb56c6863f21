import { createCipheriv, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import net from 'node:net';
import { Duplex } from 'node:stream';
import tls from 'node:tls';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { makeCertificate } from '../../../test/make-certificate.ts';
import { systemClock } from '../clock.ts';
import { createConnections } from './connections.ts';
import { SecureLine } from './secure-line.ts';

const { directory, cert, key, made } = await makeCertificate();
afterAll(() => rm(directory, { recursive: true, force: true }));

async function openDoor(accepted: (secure: tls.TLSSocket) => void): Promise<number> {
  const server = tls.createServer({ cert: await readFile(cert), key: await readFile(key) });
  server.on('secureConnection', (secure) => accepted(secure.on('error', () => undefined)));
  createConnections({
    config: { connections: { inAll: undefined, perAddress: 100 }, trustedProxies: [] },
    health: { add: () => undefined },
    descriptors: undefined,
    clock: systemClock,
  }).guard(server, 'mqtt');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return (server.address() as net.AddressInfo).port;
}

/** A label of TLS 1.3 is expanded in one step, because no key is longer than a hash. */
function expand(secret: Buffer, label: string, length: number): Buffer {
  const name = Buffer.from(`tls13 ${label}`);
  const info = [Buffer.from([0, length, name.length]), name, Buffer.from([0, 1])];
  return createHmac('sha256', secret).update(Buffer.concat(info)).digest().subarray(0, length);
}

/** What a client says by hand once it is let in: Node asks for no new keys. */
function createTalk(secret: Buffer) {
  let standing = secret;
  let sent = 0;
  const record = (content: Buffer, type: number): Buffer => {
    const nonce = expand(standing, 'iv', 12);
    nonce.writeUInt32BE((nonce.readUInt32BE(8) ^ sent) >>> 0, 8);
    sent += 1;
    const head = Buffer.from([23, 3, 3, 0, 0]);
    head.writeUInt16BE(content.length + 17, 3);
    const cipher = createCipheriv('aes-128-gcm', expand(standing, 'key', 16), nonce).setAAD(head);
    const sealed = [cipher.update(Buffer.concat([content, Buffer.from([type])])), cipher.final()];
    return Buffer.concat([head, ...sealed, cipher.getAuthTag()]);
  };
  return {
    word: (text: string) => record(Buffer.from(text), 23),
    /** Asks for new keys of both sides. */
    newKeys() {
      const asked = record(Buffer.from([24, 0, 0, 1, 1]), 22);
      standing = expand(standing, 'traffic upd', 32);
      sent = 0;
      return asked;
    },
  };
}

async function connectByHand(port: number) {
  const raw = net.connect({ port, host: '127.0.0.1', noDelay: true });
  onTestFinished(() => void raw.destroy());
  const line = new Duplex({
    read: () => undefined,
    write: (bytes: Buffer, _encoding, done) => void (raw.write(bytes), done()),
  });
  raw.on('data', (bytes) => line.push(bytes)).on('error', () => undefined);
  const usual = { minVersion: 'TLSv1.3', ciphers: 'TLS_AES_128_GCM_SHA256', ecdhCurve: 'X25519' } as const;
  const secure = tls.connect({ socket: line, rejectUnauthorized: false, ...usual });
  const secrets: string[] = [];
  secure.on('error', () => undefined).on('keylog', (told: Buffer) => void secrets.push(told.toString()));
  await once(secure, 'secureConnect');
  const secret = secrets.find((told) => told.startsWith('CLIENT_TRAFFIC_SECRET_0'))!.trim();
  return { raw, ...createTalk(Buffer.from(secret.split(' ')[2]!, 'hex')) };
}

test.skipIf(!made)(
  'thousands of words that ask for new keys, which come at once, are worked on in many rounds of the event loop (needs openssl)',
  async () => {
    let round = 0;
    const count = () => void setImmediate(() => ((round += 1), count())).unref();
    count();
    const heard: { text: string; round: number }[] = [];
    const port = await openDoor((secure) =>
      secure.on('data', (bytes: Buffer) => heard.push({ text: bytes.toString().slice(0, 5), round })),
    );
    const { raw, word, newKeys } = await connectByHand(port);
    // So much content that it is not taken for one who says nothing.
    const first = word('first'.padEnd(4096));
    raw.write(Buffer.concat([first, ...Array.from({ length: 2000 }, newKeys), word('last')]));
    await vi.waitUntil(() => heard.length === 2);
    expect(heard.map(({ text }) => text)).toEqual(['first', 'last']);
    expect(heard[1]!.round - heard[0]!.round).toBeGreaterThan(4);
  },
);

test.skipIf(!made)(
  'megabytes go both ways, it is known who is at the other end, and both sides hear of the end (needs openssl)',
  async () => {
    const seen: Partial<Record<'ends' | 'closed', unknown>> = {};
    const port = await openDoor((secure) => {
      const { remoteAddress, remotePort, localPort } = secure;
      seen.ends = { remoteAddress, remotePort, localPort };
      expect(secure.setNoDelay(true).setKeepAlive(true, 60_000)).toBe(secure);
      secure.pipe(secure).on('close', () => (seen.closed = true));
    });
    const client = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
    onTestFinished(() => void client.destroy());
    await once(client, 'secureConnect');
    const sent = Buffer.alloc(8 * 1024 * 1024, 'sunfleet');
    client.end(sent);
    const parts: Buffer[] = [];
    for await (const part of client) parts.push(part as Buffer);
    expect(Buffer.concat(parts).equals(sent)).toBe(true);
    await vi.waitUntil(() => seen.closed);
    expect(seen.ends).toEqual({
      remoteAddress: '127.0.0.1',
      remotePort: client.localPort ?? expect.any(Number),
      localPort: port,
    });
  },
);

test.skipIf(!made)(
  'connections that are read into the same memory keep what each says while others speak (needs openssl)',
  async () => {
    const port = await openDoor((secure) => void secure.pipe(secure));
    const echo = async (index: number) => {
      const client = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
      onTestFinished(() => void client.destroy());
      const sent = Buffer.alloc(512 * 1024, `device ${index} `);
      client.end(sent);
      const parts: Buffer[] = [];
      for await (const part of client) parts.push(part as Buffer);
      return Buffer.concat(parts).equals(sent);
    };
    const are = await Promise.all(Array.from({ length: 12 }, (_, index) => echo(index)));
    expect(are).toEqual(are.map(() => true));
  },
);

test.skipIf(!made)(
  'a connection that breaks ends, also amid what is written to it (needs openssl)',
  async () => {
    const open = new Set<tls.TLSSocket>();
    const port = await openDoor((secure) => {
      open.add(secure);
      secure.on('close', () => open.delete(secure)).write(Buffer.alloc(4 * 1024 * 1024));
    });
    const client = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
    client.on('error', () => undefined).pause();
    await once(client, 'secureConnect');
    await vi.waitUntil(() => open.size === 1);
    client.destroy();
    await vi.waitUntil(() => open.size === 0);
  },
);

test('what comes while TLS takes nothing is not kept for it, and given in pieces once it does', async () => {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const accepted = once(server, 'connection');
  const client = net.connect((server.address() as net.AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void client.destroy());
  const [socket] = (await accepted) as [net.Socket];
  const parts = { hello: Buffer.from('hello'), turn: () => undefined, memory: Buffer.alloc(20_000) };
  const line = new SecureLine(socket, parts);
  onTestFinished(() => void line.destroy());
  const pieces: number[] = [];
  line.pause().on('data', (piece: Buffer) => pieces.push(piece.length));
  client.write(Buffer.alloc(50_000));
  await vi.waitUntil(() => socket.bytesRead > 0);
  for (let round = 0; round < 10; round += 1) await new Promise(setImmediate);
  expect(pieces).toEqual([]);
  expect(socket.bytesRead).toBeLessThanOrEqual(parts.memory.length);
  line.resume();
  const sum = () => pieces.reduce((all, each) => all + each, 0);
  await vi.waitUntil(() => sum() === 50_000 + 'hello'.length);
  expect(Math.max(...pieces)).toBeLessThanOrEqual(16_384);
});
