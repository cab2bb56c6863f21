import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import { afterAll, expect, test } from 'vitest';
import { openGatewayInput } from '../../test/gateway-input.ts';
import { testPlatform } from '../../test/harness.ts';
import { makeCertificate } from '../../test/make-certificate.ts';
import { createMqttGateway } from '../gateway/mqtt/index.ts';
import { createV5Gateway } from '../gateway/v5/index.ts';
import { createHttpServer } from './http/server.ts';

const { directory, cert, key, made } = await makeCertificate();
const next = await makeCertificate();
afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
  await rm(next.directory, { recursive: true, force: true });
});

test.skipIf(!made)(
  'doors take up a new certificate while they run, and what cannot be used ends none (needs openssl)',
  async () => {
    const platform = await testPlatform({
      SUNFLEET_HOST: '127.0.0.1',
      SUNFLEET_MQTT_PORT: '0',
      SUNFLEET_V5_PORT: '0',
      SUNFLEET_HTTP_TLS_CERT: cert,
      SUNFLEET_HTTP_TLS_KEY: key,
      SUNFLEET_MQTT_TLS_CERT: cert,
      SUNFLEET_MQTT_TLS_KEY: key,
      SUNFLEET_V5_TLS_CERT: cert,
      SUNFLEET_V5_TLS_KEY: key,
    });
    platform.clock.set(Date.now());
    const input = await openGatewayInput(platform);
    const http = await createHttpServer(platform, () => Promise.resolve(undefined));
    await http.app.listen({ host: '127.0.0.1', port: 0 });
    const mqtt = createMqttGateway(platform, input);
    const v5 = createV5Gateway(platform, input);
    const ports = [(http.app.server.address() as AddressInfo).port, await mqtt.start(), await v5.start()];
    const [before, after] = [await readFile(cert), await readFile(next.cert)];
    const trusting = (ca: Buffer) => Promise.all(ports.map((port) => connect(port, ca)));
    const told = async () =>
      (await platform.health.report()).parts.find(({ name }) => name === 'certificates');

    const standing = await trusting(before);
    expect(await told()).toMatchObject({ state: 'ok', detail: { doors: 3, unusable: 0 } });

    // The key comes a moment later, and what is no certificate at all is used by nobody.
    for (const half of [after, Buffer.from('half a file'), Buffer.alloc(0)]) {
      await writeFile(cert, half);
      await platform.certificates.look();
      expect(await told()).toMatchObject({ state: 'degraded', detail: { doors: 3, unusable: 3 } });
      (await trusting(before)).forEach((socket) => socket.destroy());
    }
    await copyFile(next.cert, cert);
    await copyFile(next.key, key);
    await platform.certificates.look();
    expect(await told()).toMatchObject({ state: 'ok', detail: { doors: 3, unusable: 0 } });
    for (const socket of await trusting(after)) {
      // What is refused of a connection is refused of a later one as well.
      expect(socket.getPeerCertificate().fingerprint256).toBe(fingerprintOf(after));
      await expect(renegotiated(socket)).rejects.toThrow();
    }
    await expect(connect(ports[0]!, before)).rejects.toThrow();
    for (const port of ports)
      await expect(connect(port, after, { ciphers: 'AES128-GCM-SHA256' })).rejects.toThrow();
    // Who is there stays.
    expect(standing.map(({ destroyed }) => destroyed)).toEqual([false, false, false]);

    platform.clock.advance(2 * 24 * 3600_000);
    expect(await told()).toMatchObject({ state: 'degraded', detail: { unusable: 0 } });

    standing.forEach((socket) => socket.destroy());
    await http.app.close();
    await v5.stop();
    await mqtt.stop();
    await input.stop();
    await platform.stop();
  },
);

async function connect(
  port: number,
  ca: Buffer,
  options: tls.ConnectionOptions = {},
): Promise<tls.TLSSocket> {
  const socket = tls.connect({ host: '127.0.0.1', port, ca, maxVersion: 'TLSv1.2', ...options });
  await once(socket, 'secureConnect');
  socket.on('error', () => undefined);
  return socket;
}

const fingerprintOf = (pem: Buffer) => new X509Certificate(pem).fingerprint256;

async function renegotiated(socket: tls.TLSSocket): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.on('error', reject).on('close', () => reject(new Error('closed')));
  socket.renegotiate({}, (error) => (error ? reject(error) : resolve()));
  return promise.finally(() => socket.destroy());
}
