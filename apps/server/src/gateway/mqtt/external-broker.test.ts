import net from 'node:net';
import mqtt, { type IPublishPacket, type Packet } from 'mqtt-packet';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation } from '../../../test/makers.ts';
import { loopMessages } from '../../../test/loop-messages.ts';
import { openGatewayInput } from '../../../test/gateway-input.ts';
import { systemActor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { createMqttGateway } from './index.ts';

const platform = await testPlatform();
platform.clock.set(Date.now());
const input = await openGatewayInput(platform);
const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});
afterAll(async () => {
  await input.stop();
  await platform.stop();
});

const VERSION = { protocolVersion: 5 } as const;
/** By which a broker knew a server of an earlier release. */
const FORMER_NAME = /^sunfleet-[\da-f]{16}$/;

/** An MQTT 5 broker with one subscriber, as far as a server needs one; `keeps`: the client of which it has a session. */
async function brokerFor(reasonCode = 0, keeps = /^$/) {
  const heard: Packet[] = [];
  const queued: (() => void)[] = [];
  let socket: net.Socket | undefined;
  const send = (packet: Packet) => socket?.write(mqtt.generate(packet, VERSION));
  const answer = (packet: Packet, from: net.Socket) => {
    heard.push(packet);
    if (packet.cmd === 'connect') {
      const sessionPresent = keeps.test(packet.clientId);
      // It has nothing for a client by a former name of which it keeps no session.
      if (sessionPresent || !FORMER_NAME.test(packet.clientId)) socket = from;
      from.write(mqtt.generate({ cmd: 'connack', reasonCode, sessionPresent }, VERSION));
    }
    if (packet.cmd === 'subscribe') send({ cmd: 'suback', messageId: packet.messageId ?? 0, granted: [1] });
    if (packet.cmd === 'unsubscribe') {
      // What it had queued for this server before, and after it said so.
      for (const give of queued.splice(0, 1)) give();
      send({ cmd: 'unsuback', messageId: packet.messageId ?? 0, granted: [0] });
      for (const give of queued.splice(0)) give();
    }
  };
  const server = net.createServer((accepted) => {
    const parser = mqtt.parser(VERSION);
    parser.on('packet', (packet) => answer(packet, accepted));
    accepted.on('data', (bytes) => parser.parse(bytes as Buffer));
    accepted.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => void server.close());
  const { port } = server.address() as net.AddressInfo;
  return {
    url: `mqtt://user:pass%20word@127.0.0.1:${port}`,
    heard: <C extends Packet['cmd']>(cmd: C) =>
      heard.filter((packet): packet is Extract<Packet, { cmd: C }> => packet.cmd === cmd),
    deliver: (topic: string, payload: string, messageId: number) =>
      send({
        cmd: 'publish',
        topic,
        payload,
        messageId,
        qos: 1,
        dup: false,
        retain: false,
      } as IPublishPacket),
    /** Delivers it only while the server leaves the group. */
    queue: (deliver: () => void) => void queued.push(deliver),
    drop: () => socket?.destroy(),
  };
}

async function gatewayOn(url: string, messages?: Platform['messages']) {
  const own: Platform = { ...platform, messages, config: { ...platform.config, mqttUrl: url } };
  const gateway = createMqttGateway(own, input);
  expect(await gateway.start()).toBe(0);
  ends.push(() => gateway.stop());
  return gateway;
}

async function boundDevice() {
  const organisation = await makeOrganisation(platform);
  const device = await makeDevice(platform, { organisationId: organisation.id });
  platform.bus.publish('deviceChanged', { deviceId: device.id });
  await vi.waitUntil(() => input.directory.byId(device.id));
  return { device, topic: (name: string) => `pv/v1/${organisation.code}/${device.sn}/${name}` };
}

const valuesOf = async (device: number) =>
  (
    await platform.samples.query<{ value: number }>(
      'SELECT value FROM samples FINAL WHERE device = {device:UInt32} ORDER BY value',
      { device },
    )
  ).map(({ value }) => value);

test('messages of a shared subscription are acknowledged when they are durable, many at a time', async () => {
  const broker = await brokerFor();
  await gatewayOn(broker.url);
  await vi.waitUntil(() => broker.heard('subscribe').length === 1);
  expect(broker.heard('connect')[0]).toMatchObject({ username: 'user', clean: false, protocolVersion: 5 });
  expect(broker.heard('connect')[0]!.password?.toString()).toBe('pass word');
  // Whoever knows the name of the group may join it and take its share of what others publish, or let it be dropped.
  expect(broker.heard('subscribe')[0]!.subscriptions[0]!.topic).toMatch(
    /^\$share\/sunfleet-[\w-]{22}\/pv\/v1\/\+\/\+\/up\/#$/,
  );
  const { device, topic } = await boundDevice();
  const now = platform.clock.now();
  for (let id = 1; id <= 50; id += 1) {
    broker.deliver(topic('up/telemetry'), JSON.stringify({ ts: now - id, v: { 'ac.power': id } }), id);
  }
  await vi.waitUntil(() => broker.heard('puback').length === 50);
  expect(await valuesOf(device.id)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1));
});

test('a server that is alone has a name that nobody guesses, and takes what waits under the one that it had before', async () => {
  const broker = await brokerFor(0, FORMER_NAME);
  const { device, topic } = await boundDevice();
  const now = platform.clock.now();
  const tell = (id: number) =>
    broker.deliver(topic('up/telemetry'), JSON.stringify({ ts: now - id, v: { 'ac.power': id } }), id);
  broker.queue(() => tell(1));
  broker.queue(() => tell(2));
  await gatewayOn(broker.url);
  await vi.waitUntil(() => broker.heard('disconnect').length === 1);
  const [usual, former] = broker.heard('connect');
  expect([usual!.clientId, former!.clientId]).toEqual([
    expect.stringMatching(/^sunfleet-[\w-]{22}$/),
    expect.stringMatching(FORMER_NAME),
  ]);
  expect([usual!.clean, former!.clean]).toEqual([false, false]);
  expect(broker.heard('unsubscribe').map(({ unsubscriptions }) => unsubscriptions)).toEqual([
    ['$share/sunfleet/pv/v1/+/+/up/#'],
  ]);
  expect(broker.heard('puback').map(({ messageId }) => messageId)).toEqual([1, 2]);
  expect(await valuesOf(device.id)).toEqual([1, 2]);
});

test('a broker keeps nothing for one of several servers, so that another one gets what it did not acknowledge', async () => {
  const broker = await brokerFor();
  await gatewayOn(broker.url, loopMessages());
  await vi.waitUntil(() => broker.heard('subscribe').length === 1);
  expect(broker.heard('connect')[0]).toMatchObject({ clean: true, properties: { sessionExpiryInterval: 0 } });
  // Whoever knows the name of a client takes its place.
  expect(broker.heard('connect')[0]!.clientId).toMatch(/^sunfleet-[\w-]{22}$/);
});

test('one of several servers that stops takes and acknowledges what it was handed, because brokers drop it with the session', async () => {
  const broker = await brokerFor();
  const gateway = await gatewayOn(broker.url, loopMessages());
  await vi.waitUntil(() => broker.heard('subscribe').length === 1);
  const { device, topic } = await boundDevice();
  const now = platform.clock.now();
  const deliver = (id: number) =>
    broker.deliver(topic('up/telemetry'), JSON.stringify({ ts: now - id, v: { 'ac.power': id } }), id);
  for (const id of [1, 2, 3]) deliver(id);
  broker.queue(() => deliver(4));
  broker.queue(() => deliver(5));
  await gateway.stop();
  await vi.waitUntil(() => broker.heard('disconnect').length === 1);
  expect(broker.heard('puback').map(({ messageId }) => messageId)).toEqual([1, 2, 3, 4, 5]);
  expect(await valuesOf(device.id)).toEqual([1, 2, 3, 4, 5]);
});

test('one of several servers that stops still hears what devices answer through others', async () => {
  const broker = await brokerFor();
  const messages = loopMessages();
  const gateway = await gatewayOn(broker.url, messages);
  await vi.waitUntil(() => broker.heard('subscribe').length === 1);
  const { device, topic } = await boundDevice();
  broker.deliver(topic('up/online'), 'online', 1);
  await vi.waitUntil(() => broker.heard('puback').length === 1);
  const reply = platform.links.request(
    { actor: systemActor, deviceId: device.id },
    { type: 'command', name: 'restart', params: {} },
    { timeoutMs: 5000 },
  );
  await vi.waitUntil(() => broker.heard('publish').length === 1);
  const { id } = JSON.parse(broker.heard('publish')[0]!.payload.toString());
  const stopped = gateway.stop();
  await vi.waitUntil(() => broker.heard('unsubscribe').length === 1);
  messages.send('links.answers', { sn: device.sn, id, result: 'done' });
  expect(await reply).toMatchObject({ ok: true, result: 'done', command: { state: 'done' } });
  await stopped;
});

test('what is refused is told on the error topic of the device and acknowledged', async () => {
  const broker = await brokerFor();
  await gatewayOn(broker.url);
  await vi.waitUntil(() => broker.heard('subscribe').length === 1);
  const { device, topic } = await boundDevice();
  broker.deliver(topic('up/telemetry'), '{"v":{"ac.power":"1"}}', 1);
  await vi.waitUntil(() => broker.heard('puback').length === 1);
  const [told] = broker.heard('publish');
  expect(told!.topic).toBe(topic('down/error'));
  expect(JSON.parse(told!.payload.toString())).toMatchObject({ error: 'invalidInput', field: 'v.ac.power' });
  broker.deliver(`pv/v1/FOREIGN/${device.sn}/up/telemetry`, '{"v":{"ac.power":1}}', 2);
  broker.deliver(topic('up/nonsense'), '{}', 3);
  await vi.waitUntil(() => broker.heard('puback').length === 3);
  expect(await valuesOf(device.id)).toEqual([]);
});

test('what a stolen device sends over the broker is refused after it was revoked', async () => {
  const broker = await brokerFor();
  await gatewayOn(broker.url);
  await vi.waitUntil(() => broker.heard('subscribe').length === 1);
  const { device, topic } = await boundDevice();
  const secretRevokedAt = new Date(platform.clock.now());
  await platform.db.updateTable('devices').set({ secretRevokedAt }).where('id', '=', device.id).execute();
  platform.bus.publish('deviceChanged', { deviceId: device.id });
  await vi.waitUntil(() => input.directory.secrets.isRevoked(device.id));
  broker.deliver(topic('up/telemetry'), '{"v":{"ac.power":1}}', 1);
  await vi.waitUntil(() => broker.heard('puback').length === 1);
  expect(await valuesOf(device.id)).toEqual([]);
});

test('an unknown SN is kept as not bound', async () => {
  const broker = await brokerFor();
  await gatewayOn(broker.url);
  await vi.waitUntil(() => broker.heard('subscribe').length === 1);
  const sn = `SF-EXT-${process.pid}`;
  broker.deliver(`pv/v1/ANY/${sn}/up/telemetry`, '{"v":{"ac.power":4}}', 1);
  await vi.waitUntil(() => broker.heard('puback').length === 1);
  expect(input.directory.bySn(sn)).toMatchObject({ organisationCode: null });
});

test('a broker that is lost or refuses is told in the health report, and connected again', async () => {
  const health = async () =>
    (await platform.health.report()).parts.filter(({ name }) => name === 'gateway.mqtt');
  const refusing = await brokerFor(135);
  await gatewayOn(refusing.url);
  await vi.waitUntil(async () => (await health()).at(-1)?.detail.reason !== 'connecting');
  expect((await health()).at(-1)).toMatchObject({
    state: 'degraded',
    // What the broker says is in the log: strangers read the report.
    detail: { reason: 'see the log' },
  });

  const broker = await brokerFor();
  await gatewayOn(broker.url);
  await vi.waitUntil(() => broker.heard('subscribe').length === 1);
  expect((await health()).at(-1)).toMatchObject({ state: 'ok', detail: { broker: 'external' } });
  broker.drop();
  await vi.waitUntil(() => broker.heard('subscribe').length === 2);
});

test('a command goes to a device that has reported, by the broker, and comes back by the shared subscription', async () => {
  const broker = await brokerFor();
  await gatewayOn(broker.url);
  await vi.waitUntil(() => broker.heard('subscribe').length === 1);
  const { device, topic } = await boundDevice();
  const ask = () =>
    platform.links.request(
      { actor: systemActor, deviceId: device.id },
      { type: 'command', name: 'restart', params: {} },
      { timeoutMs: 10_000 },
    );
  expect(await ask()).toMatchObject({ ok: false, failure: 'notConnected', sent: false });
  broker.deliver(topic('up/online'), 'online', 1);
  await vi.waitUntil(() => broker.heard('puback').length === 1);
  const reply = ask();
  await vi.waitUntil(() => broker.heard('publish').length === 1);
  const [command] = broker.heard('publish');
  expect(command!.topic).toBe(topic('down/command'));
  // Whoever asked hears after this time that nobody knows what became of it: a broker that keeps it for a device that is away lets it go.
  const { messageExpiryInterval } = command!.properties!;
  expect(messageExpiryInterval).toBeGreaterThan(0);
  expect(messageExpiryInterval).toBeLessThanOrEqual(10);
  const { id, name } = JSON.parse(command!.payload.toString());
  expect(name).toBe('restart');
  broker.deliver(topic('up/answer'), JSON.stringify({ id }), 2);
  expect(await reply).toMatchObject({ ok: true });
  broker.deliver(topic('up/online'), 'offline', 3);
  await vi.waitUntil(() => broker.heard('puback').length === 3);
  expect(await ask()).toMatchObject({ ok: false, failure: 'notConnected', sent: false });
});

test('a device that says more than it may keeps no messages of others waiting', async () => {
  const broker = await brokerFor();
  await gatewayOn(broker.url);
  await vi.waitUntil(() => broker.heard('subscribe').length === 1);
  const loud = await boundDevice();
  const other = await boundDevice();
  const words = 1200;
  for (let id = 1; id <= words; id += 1)
    broker.deliver(loud.topic('up/attributes'), JSON.stringify({ note: `word ${id}` }), id);
  broker.deliver(other.topic('up/telemetry'), '{"v":{"ac.power":7}}', words + 1);
  // What is not acknowledged takes the room in which the broker hands over messages of everybody.
  const acknowledged = () => new Set(broker.heard('puback').map(({ messageId }) => messageId));
  await vi.waitUntil(() => acknowledged().has(words + 1) && acknowledged().size >= words + 1 - 8);
  expect(await valuesOf(other.device.id)).toEqual([7]);
  expect(broker.heard('publish').map(({ topic }) => topic)).toContain(loud.topic('down/error'));
});

test('a device that sends its past without end keeps no messages of others waiting', async () => {
  const broker = await brokerFor();
  const stores = Promise.withResolvers<void>();
  let inserts = 0;
  const samples: typeof platform.samples = {
    ...platform.samples,
    async insertNative(table, bytes, token) {
      // The store is at its first past for as long as the test goes on.
      if (table === 'samples' && (inserts += 1) === 1) await stores.promise;
      return platform.samples.insertNative(table, bytes, token);
    },
  };
  const own = await openGatewayInput({ ...platform, samples });
  const config = { ...platform.config, mqttUrl: broker.url };
  const gateway = createMqttGateway({ ...platform, config }, own);
  await gateway.start();
  ends.push(async () => {
    stores.resolve();
    await gateway.stop();
    await own.stop();
  });
  await vi.waitUntil(() => broker.heard('subscribe').length === 1);
  const [past, other] = [await boundDevice(), await boundDevice()];
  await vi.waitUntil(() => own.directory.byId(other.device.id));
  const old = JSON.stringify({ ts: Date.UTC(2004, 0, 15), v: { 'ac.power': 1 } });
  let id = 0;
  const send = (topic: string, payload: string) => broker.deliver(topic, payload, (id += 1));
  send(past.topic('up/telemetry'), old);
  await vi.waitUntil(() => inserts === 1);
  // More than the broker's window, and then more bytes than are read of a broker.
  for (let count = 0; count < 4200; count += 1) send(past.topic('up/telemetry'), old);
  for (let count = 0; count < 80; count += 1) send(past.topic('up/telemetry'), old + ' '.repeat(900_000));
  send(other.topic('up/telemetry'), '{"v":{"ac.power":7}}');
  await vi.waitUntil(() => broker.heard('puback').some(({ messageId }) => messageId === id), 20_000);
  expect(await valuesOf(other.device.id)).toEqual([7]);
  const told = broker.heard('publish').map(({ payload }) => JSON.parse(payload.toString()).error);
  expect(new Set(told)).toEqual(new Set(['storeUnavailable']));
});

test('what cannot be taken of a device, whyever, keeps no messages of others waiting', async () => {
  const broker = await brokerFor();
  const send = () => {
    throw new Error('max_payload size exceeded');
  };
  await gatewayOn(broker.url, { ...loopMessages(), send });
  await vi.waitUntil(() => broker.heard('subscribe').length === 1);
  const { topic } = await boundDevice();
  const many = 20;
  for (let id = 1; id <= many; id += 1)
    broker.deliver(topic('up/answer'), JSON.stringify({ id: `nobody asked ${id}` }), id);
  broker.deliver(topic('up/answer'), JSON.stringify({ id: 'large', result: 'x'.repeat(600_000) }), many + 1);
  const acknowledged = () => new Set(broker.heard('puback').map(({ messageId }) => messageId));
  await vi.waitUntil(() => acknowledged().has(many + 1) && acknowledged().size >= many + 1 - 8);
  const told = broker.heard('publish').map(({ payload }) => JSON.parse(payload.toString()).error);
  expect(new Set(told)).toEqual(new Set(['internal', 'payloadTooLarge']));
});
