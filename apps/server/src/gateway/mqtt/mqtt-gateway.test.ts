import { once } from 'node:events';
import net from 'node:net';
import * as fc from 'fast-check';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { openGatewayInput } from '../../../test/gateway-input.ts';
import { deviceOfOrganisation } from '../../../test/registered-device.ts';
import { systemActor } from '../../platform/actor.ts';
import type { DeviceSighting } from '../../platform/topics.ts';
import { createMqttGateway } from './index.ts';

const platform = await testPlatform({ SUNFLEET_MQTT_PORT: '0', SUNFLEET_HOST: '127.0.0.1' });
platform.clock.set(Date.now());
const input = await openGatewayInput(platform);
const gateway = createMqttGateway(platform, input);
const port = await gateway.start();
const clients: MqttClient[] = [];

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
});
afterAll(async () => {
  await gateway.stop();
  await input.stop();
  await platform.stop();
});

async function registered() {
  const { topic, ...made } = await deviceOfOrganisation(platform, input);
  return { ...made, up: (name: string) => topic(`up/${name}`), down: topic('down/#') };
}
type Registered = Awaited<ReturnType<typeof registered>>;

async function connect(
  { device, secret }: Pick<Registered, 'device' | 'secret'>,
  options: IClientOptions = {},
) {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, {
    username: device.sn,
    password: secret,
    reconnectPeriod: 0,
    protocolVersion: 4,
    ...options,
  });
  client.on('error', () => undefined);
  clients.push(client);
  return client;
}

const storedOf = (device: number) =>
  platform.samples.query<{ point: number; time: number; value: number }>(
    'SELECT point, toUnixTimestamp64Milli(time) AS time, value FROM samples FINAL WHERE device = {device:UInt32} ORDER BY time, point',
    { device },
  );

const health = async () =>
  (await platform.health.report()).parts.find(({ name }) => name === 'gateway.mqtt')!;

const messageTo = (client: MqttClient) =>
  new Promise<{ topic: string; text: string }>((resolve) => {
    client.once('message', (topic, payload) => resolve({ topic, text: payload.toString() }));
  });
const closeOf = (client: MqttClient) => new Promise<void>((resolve) => client.once('close', resolve));

/** Publishes and answers what the device is told about it. */
async function refusalFor(registration: Registered, topic: string, payload: string | Buffer) {
  const client = await connect(registration);
  await client.subscribeAsync(registration.down);
  const told = messageTo(client);
  await client.publishAsync(topic, payload, { qos: 1 });
  const { topic: from, text } = await told;
  expect(from).toBe(registration.up('').replace('/up/', '/down/error'));
  return JSON.parse(text) as { error: string; message: string; field: string | null };
}

test('a message is in the store when it is acknowledged', async () => {
  const registration = await registered();
  const client = await connect(registration);
  const ts = platform.clock.now() - 1000;
  const messages = [{ ts, v: { 'ac.power': 1234, 'pv1.voltage': 560.1 }, q: 0 }, { v: { 'ac.power': 1300 } }];
  await client.publishAsync(registration.up('telemetry'), JSON.stringify(messages[0]), { qos: 1 });
  expect(await storedOf(registration.device.id)).toEqual([
    { point: 1, time: ts, value: 1234 },
    { point: 503, time: ts, value: 560.1 },
  ]);
  await client.publishAsync(registration.up('telemetry'), JSON.stringify(messages), { qos: 1 });
  expect(await storedOf(registration.device.id)).toHaveLength(3);
});

test('custom points arrive with catalogue points in one message', async () => {
  const registration = await registered();
  const client = await connect(registration);
  const v = { 'ac.power': 5, 'fan.speed': 1200, 'fan.torque': 3 };
  await client.publishAsync(registration.up('telemetry'), JSON.stringify({ v }), { qos: 1 });
  const keys = (await storedOf(registration.device.id)).map(({ point }) => input.points.keyOf(point));
  expect(keys.toSorted()).toEqual(Object.keys(v).toSorted());
});

test('readings that the device calls bad are no measurements', async () => {
  const registration = await registered();
  const client = await connect(registration);
  const body = [
    { v: { 'ac.power': 5 }, q: 1 },
    { v: { 'ac.power': 6 }, q: 0 },
  ];
  await client.publishAsync(registration.up('telemetry'), JSON.stringify(body), { qos: 1 });
  expect((await storedOf(registration.device.id)).map(({ value }) => value)).toEqual([6]);
});

const manyPoints = JSON.stringify({
  v: Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`c.n${n}`, n])),
});
test.each([
  ['half a JSON', '{"v":{', { error: 'malformedJson', field: null }],
  ['no JSON', Buffer.from([0xff, 0xfe, 0]), { error: 'malformedJson' }],
  ['nothing', '', { error: 'malformedJson' }],
  ['lists within lists', '['.repeat(1000), { error: 'jsonTooComplex', field: null }],
  ['NaN', '{"v":{"ac.power":NaN}}', { error: 'malformedJson' }],
  ['a number that overflows', '{"v":{"ac.power":1e999}}', { error: 'numberOutOfRange', field: 'v.ac.power' }],
  ['text for a number', '{"v":{"ac.power":"12"}}', { error: 'invalidInput', field: 'v.ac.power' }],
  [
    'a boolean',
    '[{"v":{"ac.power":1}},{"v":{"pv1.power":true}}]',
    { error: 'invalidInput', field: '1.v.pv1.power' },
  ],
  ['null', 'null', { error: 'invalidInput', field: 'payload' }],
  ['no values', '{"ts":1}', { error: 'invalidInput', field: 'v' }],
  ['a list for values', '{"v":[1]}', { error: 'invalidInput', field: 'v' }],
  ['a time that is text', '{"ts":"now","v":{}}', { error: 'invalidInput', field: 'ts' }],
  ['1970', '{"ts":86400000,"v":{"ac.power":1}}', { error: 'timeOutOfRange', field: 'ts' }],
  ['2099', '{"ts":4070908800000,"v":{"ac.power":1}}', { error: 'timeOutOfRange', field: 'ts' }],
  ['a quality that is none', '{"v":{},"q":"good"}', { error: 'invalidInput', field: 'q' }],
  ['a key that is none', '{"v":{"Power!":1}}', { error: 'unknownPoint', field: 'Power!' }],
  ['one point too many', manyPoints, { error: 'tooManyPoints' }],
])('%s is refused with a reason, acknowledged, and not stored', async (_, payload, expected) => {
  const registration = await registered();
  expect(await refusalFor(registration, registration.up('telemetry'), payload)).toMatchObject(expected);
  expect(await storedOf(registration.device.id)).toEqual([]);
  expect((await health()).detail[`refused.${expected.error}`]).toBeGreaterThan(0);
});

test('wrong secret, unknown user and no user are not let in; a stranger is kept as not bound', async () => {
  const registration = await registered();
  const tries: IClientOptions[] = [
    { password: 'wrong' },
    { username: '' },
    { password: '' },
    { username: 'a/b', password: 'secret' },
  ];
  for (const options of tries)
    await expect(connect(registration, options)).rejects.toMatchObject({ code: 4 });
  expect((await health()).detail['refused.wrongDeviceSecret']).toBeGreaterThanOrEqual(tries.length);

  const sn = `SF-NEW-${process.pid}`;
  const stranger = await connect({ device: { ...registration.device, sn }, secret: 'own secret' });
  await stranger.publishAsync(`pv/v1/anything/${sn}/up/telemetry`, '{"v":{"ac.power":3}}', { qos: 1 });
  const device = input.directory.bySn(sn)!;
  expect(device).toMatchObject({ stationId: null, organisationCode: null });
  expect(await storedOf(device.id)).toHaveLength(1);
});

test('a device speaks for itself alone, and under the code of its own organisation', async () => {
  const [own, other] = [await registered(), await registered()];
  const client = await connect(own);
  const closed = closeOf(client);
  client.publish(other.up('telemetry'), '{"v":{"ac.power":1}}', { qos: 1 });
  await closed;
  expect(await storedOf(other.device.id)).toEqual([]);

  const foreign = `pv/v1/${other.organisation.code}/${own.device.sn}/up/telemetry`;
  const again = await connect(own);
  await again.subscribeAsync(`pv/v1/+/${own.device.sn}/down/#`);
  const told = messageTo(again);
  await again.publishAsync(foreign, '{"v":{"ac.power":1}}', { qos: 1 });
  expect(JSON.parse((await told).text)).toMatchObject({ error: 'noDataPermission' });
  expect(await storedOf(own.device.id)).toEqual([]);
});

test('a device hears what is meant for it alone', async () => {
  const [own, other] = [await registered(), await registered()];
  const client = await connect(own);
  const foreign = [other.down, '#', 'pv/v1/+/+/down/#', '$SYS/#', own.up('telemetry'), `pv/v1/+/+/up/#`];
  for (const topic of foreign) {
    const error = await client.subscribeAsync(topic).catch((reason: unknown) => reason);
    expect(error, topic).toBeInstanceOf(Error);
  }
});

test('a device cannot push another one out by taking its client id', async () => {
  const [one, two] = [await registered(), await registered()];
  const first = await connect(one, { clientId: 'same' });
  await connect(two, { clientId: 'same' });
  await first.publishAsync(one.up('telemetry'), '{"v":{"ac.power":3}}', { qos: 1 });
  expect(first.connected).toBe(true);
});

test('online and offline are told, the end of a connection once, whatever its last will says', async () => {
  const registration = await registered();
  const seen: DeviceSighting[] = [];
  const end = platform.bus.subscribe('deviceSeen', (sighting) => {
    if (sighting.deviceId === registration.device.id) seen.push(sighting);
  });
  const will = {
    topic: registration.up('online'),
    payload: Buffer.from('offline'),
    qos: 1 as const,
    retain: true,
  };
  const client = await connect(registration, { will });
  await client.publishAsync(registration.up('online'), 'online', { qos: 1, retain: true });
  await vi.waitUntil(() => seen.length === 2);
  client.stream.destroy();
  await vi.waitUntil(() => seen.length === 3);
  await client.endAsync(true);
  const again = await connect(registration);
  await again.publishAsync(registration.up('online'), 'offline', { qos: 1 });
  expect(seen.map(({ online }) => online)).toEqual([true, true, false, true, false]);
  end();
});

test('a second connection keeps a device online when the first one dies', async () => {
  const registration = await registered();
  const seen: boolean[] = [];
  const end = platform.bus.subscribe('deviceSeen', ({ deviceId, online }) => {
    if (deviceId === registration.device.id) seen.push(online);
  });
  const will = { topic: registration.up('online'), payload: Buffer.from('offline'), qos: 1 as const };
  const first = await connect(registration, { clientId: 'a', will });
  await connect(registration, { clientId: 'b' });
  first.stream.destroy();
  await vi.waitUntil(() => seen.length === 3);
  expect(seen).toEqual([true, true, true]);
  end();
});

test('attributes are kept with the device, and wrong ones are refused', async () => {
  const registration = await registered();
  const client = await connect(registration);
  const attributes = { firmware: '1.2.3', model: 'X-10', uploadInterval: 60, imei: 'i42', hops: 2 };
  await client.publishAsync(registration.up('attributes'), JSON.stringify(attributes), {
    qos: 1,
    retain: true,
  });
  const row = await platform.db
    .selectFrom('devices')
    .selectAll()
    .where('id', '=', registration.device.id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ firmware: '1.2.3', model: 'X-10', uploadIntervalSeconds: 60 });
  expect(row.attributes).toEqual({ imei: 'i42', hops: '2' });
  const wrong = [
    { payload: '{"kind":"toaster"}', field: 'kind' },
    { payload: '{"uploadInterval":0}', field: 'uploadInterval' },
    { payload: '{"note":{}}', field: 'note' },
    { payload: '[]', field: 'payload' },
  ];
  for (const { payload, field } of wrong) {
    const other = await registered();
    expect(await refusalFor(other, other.up('attributes'), payload)).toMatchObject({ field });
  }
});

test('an event that is made large to fill the disk is refused with a reason, and nothing of it is kept', async () => {
  const registration = await registered();
  const payload = JSON.stringify({ code: 1, text: 'x'.repeat(4096) });
  expect(await refusalFor(registration, registration.up('event'), payload)).toMatchObject({
    error: 'payloadTooLarge',
  });
  expect(await storedOf(registration.device.id)).toEqual([]);
});

test('an event becomes the newest alarm code, and its text is archived', async () => {
  const registration = await registered();
  const client = await connect(registration);
  await client.publishAsync(registration.up('event'), '{"code":32,"text":"grid lost"}', { qos: 1 });
  expect(await storedOf(registration.device.id)).toMatchObject([{ point: 261, value: 32 }]);
  const other = await registered();
  expect(await refusalFor(other, other.up('event'), '{"code":"32"}')).toMatchObject({ field: 'code' });
  const third = await registered();
  expect(await refusalFor(third, third.up('nonsense'), '{}')).toMatchObject({ error: 'notFound' });
});

test('a packet beyond the limit ends the connection before it fills the memory', async () => {
  const registration = await registered();
  const client = await connect(registration);
  const closed = closeOf(client);
  client.publish(registration.up('telemetry'), Buffer.alloc(8 * 1024 * 1024, 32), { qos: 1 });
  await closed;
  expect((await health()).detail['refused.packetTooLarge']).toBeGreaterThan(0);
});

test('random bytes, before and after the connect, end the connection and nothing else', async () => {
  const connectPacket = Buffer.from('\x10\x16\0\x04MQTT\x04\xc2\0\x3c\0\0\0\x03bad\0\x03pwd', 'latin1');
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(bytes, fc.boolean(), async (garbage, connectFirst) => {
      const socket = net.connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      const closed = once(socket, 'close');
      if (connectFirst) socket.write(connectPacket);
      socket.end(garbage);
      socket.resume();
      await closed;
    }),
    { numRuns: 150 },
  );
  const registration = await registered();
  const client = await connect(registration);
  await client.publishAsync(registration.up('telemetry'), '{"v":{"ac.power":1}}', { qos: 1 });
  await client.endAsync();
  await vi.waitUntil(async () => (await health()).detail.connected === 0);
});

/** A device that answers commands as `answer` says. */
async function obeying(
  answer: (command: { id: string; name: string; params: unknown }) => object | undefined,
) {
  const registration = await registered();
  const client = await connect(registration);
  const heard: string[] = [];
  client.on('message', (_topic, payload) => {
    const command = JSON.parse(payload.toString());
    heard.push(command.name);
    const reply = answer(command);
    if (reply) client.publish(registration.up('answer'), JSON.stringify(reply), { qos: 1 });
  });
  await client.subscribeAsync(registration.down);
  const ask = (name: string, timeoutMs = 10_000) =>
    platform.links.request(
      { actor: systemActor, deviceId: registration.device.id },
      { type: 'command', name, params: { on: true } },
      { timeoutMs },
    );
  return { registration, client, heard, ask };
}

test('a command reaches the device once, and its answer comes back', async () => {
  const { ask, heard } = await obeying(({ id, params }) => ({ id, result: { done: params } }));
  expect(await ask('restart')).toMatchObject({ ok: true, result: { done: { on: true } } });
  expect(heard).toEqual(['restart']);
});

test('a command that brings nothing says why', async () => {
  const { ask, client, registration, heard } = await obeying(({ id, name }) =>
    name === 'forbidden' ? { id, error: 'locked by the owner' } : undefined,
  );
  expect(await ask('forbidden')).toMatchObject({
    ok: false,
    failure: 'refused',
    sent: true,
    detail: 'locked by the owner',
  });
  expect(await ask('ignored', 100)).toMatchObject({ ok: false, failure: 'timeout', sent: true });
  const read = { type: 'modbusRead', slave: 1, fn: 3, addr: 1, count: 1 } as const;
  const to = { actor: systemActor, deviceId: registration.device.id };
  expect(await platform.links.request(to, read, { timeoutMs: 1000 })).toMatchObject({
    failure: 'unsupported',
    sent: false,
  });
  const before = heard.length;
  const waiting = ask('ignored');
  await vi.waitUntil(() => heard.length > before);
  await client.endAsync(true);
  expect(await waiting).toMatchObject({ ok: false, failure: 'disconnected', sent: true });
  expect(await ask('ignored')).toMatchObject({ ok: false, failure: 'notConnected', sent: false });
});

test('nobody answers for another device', async () => {
  const ids: string[] = [];
  const { ask, heard } = await obeying(({ id }) => void ids.push(id));
  const other = await registered();
  const stranger = await connect(other);
  const reply = ask('restart', 500);
  await vi.waitUntil(() => heard.length === 1);
  await stranger.publishAsync(other.up('answer'), JSON.stringify({ id: ids[0], result: 1 }), { qos: 1 });
  expect(await reply).toMatchObject({ ok: false, failure: 'timeout' });
});

test('a device of nobody, whose secret may be made up, takes no place among those that have shown who they are', async () => {
  const known = vi.spyOn(platform.connections, 'known');
  const [owned, stranger] = [await registered(), { sn: `SF-MADE-UP-${process.pid}`, secret: 'made up' }];
  await connect({ ...owned, device: { ...owned.device, sn: stranger.sn }, secret: stranger.secret });
  expect(known).not.toHaveBeenCalled();
  await connect(owned);
  expect(known.mock.calls.map(([, { holder }]) => holder)).toEqual([`device ${owned.device.id}`]);
  known.mockRestore();
});
