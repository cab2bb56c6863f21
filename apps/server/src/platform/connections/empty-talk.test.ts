import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import type net from 'node:net';
import tls from 'node:tls';
import { afterAll, expect, test } from 'vitest';
import { makeCertificate } from '../../../test/make-certificate.ts';
import { createEmptyTalk } from './empty-talk.ts';

const { directory, cert, key, made } = await makeCertificate();
afterAll(() => rm(directory, { recursive: true, force: true }));

test.skipIf(!made)(
  'who asks for new keys without end is disconnected, who sends single bytes is not (needs openssl)',
  async () => {
    const talk = createEmptyTalk(() => true);
    const server = tls.createServer({ cert: await readFile(cert), key: await readFile(key) });
    const raws = new Map<number | undefined, net.Socket>();
    server.prependListener('connection', (raw: net.Socket) => raws.set(raw.remotePort, raw));
    server.on('secureConnection', (secure) => {
      secure.resume();
      talk.watch(raws.get(secure.remotePort)!, secure);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as net.AddressInfo;

    const device = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false, minVersion: 'TLSv1.3' });
    await once(device, 'secureConnect');
    device.setNoDelay(true);
    let sent = 0;
    const sending = setInterval(() => device.write(Buffer.from([(sent += 1) & 255])), 1);

    const address = ['-connect', `127.0.0.1:${port}`, '-tls1_3'];
    const stranger = spawn('openssl', ['s_client', ...address], { stdio: ['pipe', 'ignore', 'ignore'] });
    stranger.stdin.on('error', () => undefined);
    const gone = once(stranger, 'exit');
    // A line with a K asks for new keys of both sides.
    const asking = setInterval(() => stranger.stdin.write('K\n'), 2);
    await gone;
    clearInterval(asking);
    await expect.poll(() => sent).toBeGreaterThan(1000);
    clearInterval(sending);
    expect(device.destroyed).toBe(false);
    expect(raws.size).toBe(2);
    device.destroy();
    await new Promise((resolve) => server.close(resolve));
  },
  60_000,
);
