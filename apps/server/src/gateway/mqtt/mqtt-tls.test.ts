import { readFile, rm } from 'node:fs/promises';
import { once } from 'node:events';
import net from 'node:net';
import tls from 'node:tls';
import mqtt from 'mqtt';
import { afterAll, expect, test, vi } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { openGatewayInput } from '../../../test/gateway-input.ts';
import { makeCertificate } from '../../../test/make-certificate.ts';
import { UNDER_WAY } from '../../platform/connections/shake-hands-in-turn.ts';
import { createMqttGateway } from './index.ts';

const { directory, cert, key, made } = await makeCertificate();
afterAll(() => rm(directory, { recursive: true, force: true }));

test.skipIf(!made)('with a certificate the broker speaks TLS, and nothing else (needs openssl)', async () => {
  const platform = await testPlatform({
    SUNFLEET_MQTT_PORT: '0',
    SUNFLEET_HOST: '127.0.0.1',
    SUNFLEET_MQTT_TLS_CERT: cert,
    SUNFLEET_MQTT_TLS_KEY: key,
  });
  platform.clock.set(Date.now());
  const input = await openGatewayInput(platform);
  const gateway = createMqttGateway(platform, input);
  const port = await gateway.start();
  const options = {
    username: 'SF-TLS-1',
    password: 'secret',
    reconnectPeriod: 0,
    protocolVersion: 4,
  } as const;
  const client = await mqtt.connectAsync(`mqtts://127.0.0.1:${port}`, {
    ...options,
    ca: await readFile(cert),
  });
  await client.publishAsync('pv/v1/X/SF-TLS-1/up/telemetry', '{"v":{"ac.power":1}}', { qos: 1 });
  await client.endAsync();
  const plain = net.connect(port, '127.0.0.1');
  const heard: Buffer[] = [];
  plain.on('data', (bytes) => heard.push(bytes as Buffer)).on('error', () => undefined);
  plain.write(Buffer.from('\x10\x16\0\x04MQTT\x04\xc2\0\x3c\0\0\0\x03abc\0\x03pwd', 'latin1'));
  await new Promise((resolve) => plain.once('close', resolve));
  // At most a TLS alert (type 21), never a CONNACK.
  expect(heard[0]?.[0] ?? 21).toBe(21);
  await expect(handshake(port, { maxVersion: 'TLSv1.2', ciphers: 'AES128-GCM-SHA256' })).rejects.toThrow();
  await handshake(port, {});
  const open = async () => {
    const { parts } = await platform.health.report();
    return Number(parts.find(({ name }) => name === 'connections')?.detail.mqtt);
  };
  await expect(renegotiation(port)).rejects.toThrow();
  for (const before of [0, 1]) {
    const { rounds, waits, other } = await handshakes({ port, open, count: UNDER_WAY.ofOne + 10, before });
    // Were they all done in one round of the loop, their answers would come in one as well.
    expect(rounds).toBeGreaterThan(0);
    // Those of one address that do not go on with their handshakes keep its others waiting, and nobody else.
    expect(waits[UNDER_WAY.ofOne]! - waits[UNDER_WAY.ofOne - 1]!).toBeGreaterThan(300);
    expect(other).toBeLessThan(waits[UNDER_WAY.ofOne]!);
  }
  await gateway.stop();
  await input.stop();
  await platform.stop();
});

async function handshake(port: number, options: tls.ConnectionOptions): Promise<void> {
  const socket = tls.connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ...options });
  await once(socket, 'secureConnect');
  socket.destroy();
}

/** A connection that stands asks for another handshake, which would be out of turn. */
async function renegotiation(port: number): Promise<void> {
  const socket = tls.connect({ host: '127.0.0.1', port, rejectUnauthorized: false, maxVersion: 'TLSv1.2' });
  await once(socket, 'secureConnect');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.on('error', reject).on('close', () => reject(new Error('closed')));
  socket.renegotiate({}, (error) => (error ? reject(error) : resolve()));
  return promise.finally(() => socket.destroy());
}

/**
 * Many ask for a handshake at the same moment, of which each sent `before` bytes earlier, and do not go on with it. Answers in how many rounds of the
 * event loop the first ones got their answers, and after how many milliseconds each did, and a whole handshake of another address.
 */
async function handshakes(asked: {
  port: number;
  count: number;
  before: number;
  /** Connections that the server has accepted. */
  open: () => Promise<number>;
}): Promise<{ rounds: number; waits: number[]; other: number }> {
  const { port, count, before, open } = asked;
  const hello = await firstWordOfTls();
  const sockets = Array.from({ length: count }, () =>
    net.connect({ port, host: '127.0.0.1', localAddress: `127.0.80.${before + 1}` }),
  );
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  for (const socket of sockets) socket.write(hello.subarray(0, before));
  await vi.waitUntil(async () => (await open()) >= count);
  await handshake(port, {});
  let rounds = 0;
  let counting = true;
  const tick = () => {
    rounds += 1;
    if (counting) setImmediate(tick);
  };
  const answers = sockets.map(async (socket) => {
    await once(socket, 'data');
    return { round: rounds, at: performance.now() };
  });
  tick();
  const began = performance.now();
  for (const socket of sockets) socket.write(hello.subarray(before));
  await handshake(port, {});
  const other = performance.now() - began;
  const answered = (await Promise.all(answers)).toSorted((one, other) => one.at - other.at);
  counting = false;
  for (const socket of sockets) socket.destroy();
  await vi.waitUntil(async () => (await open()) === 0);
  return {
    rounds: answered[UNDER_WAY.ofOne - 1]!.round - answered[0]!.round,
    waits: answered.map(({ at }) => at - began),
    other,
  };
}

async function firstWordOfTls(): Promise<Buffer> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const asking = tls.connect({ host: '127.0.0.1', port: (server.address() as net.AddressInfo).port });
  asking.on('error', () => undefined);
  const [connection] = (await once(server, 'connection')) as [net.Socket];
  const [hello] = (await once(connection, 'data')) as [Buffer];
  connection.destroy();
  asking.destroy();
  server.close();
  return hello;
}
