import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import packets, { type IConnectPacket, type Packet } from 'mqtt-packet';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { openGatewayInput } from '../../../test/gateway-input.ts';
import { testPlatform } from '../../../test/harness.ts';
import { deviceOfOrganisation } from '../../../test/registered-device.ts';
import { systemActor } from '../../platform/actor.ts';
import { createMqttGateway } from './index.ts';

const platform = await testPlatform({ SUNFLEET_MQTT_PORT: '0', SUNFLEET_HOST: '127.0.0.1' });
platform.clock.set(Date.now());
const input = await openGatewayInput(platform);
const gateway = createMqttGateway(platform, input);
const port = await gateway.start();
const clients: MqttClient[] = [];
const sockets: net.Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
});
afterAll(async () => {
  await gateway.stop();
  await input.stop();
  await platform.stop();
});

const registered = () => deviceOfOrganisation(platform, input);
type Registered = Awaited<ReturnType<typeof registered>>;

async function connect({ device, secret }: Registered, options: IClientOptions = {}) {
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

const connectAs = ({ device, secret }: Pick<Registered, 'device' | 'secret'>): IConnectPacket => ({
  cmd: 'connect',
  protocolId: 'MQTT',
  protocolVersion: 4,
  clean: false,
  clientId: randomUUID(),
  keepalive: 0,
  username: device.sn,
  password: Buffer.from(secret),
});

/** A connection by hand, which keeps to none of the rules of a client library. */
async function raw(of?: Registered, asked: Partial<IConnectPacket> = {}) {
  const socket = net.connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const send = (packet: Packet) => socket.write(packets.generate(packet));
  if (of) {
    send({ ...connectAs(of), ...asked });
    await Promise.race([once(socket, 'data'), closed]);
  }
  return { socket, closed, send };
}

const detail = async (): Promise<Record<string, unknown>> => {
  const { parts } = await platform.health.report();
  return parts.find(({ name }) => name === 'gateway.mqtt')?.detail ?? {};
};
const refusals = async (reason: string) => Number((await detail())[`refused.${reason}`] ?? 0);

/** The head of a packet that announces `length` bytes. */
const headOf = (first: number, length: number) =>
  Buffer.from([first, (length & 127) | 128, ((length >> 7) & 127) | 128, length >> 14]);

const publish = (topic: string, options: Partial<Packet> = {}): Packet =>
  ({
    cmd: 'publish',
    topic,
    payload: '{"v":{"ac.power":1}}',
    qos: 1,
    messageId: 1,
    dup: false,
    retain: false,
    ...options,
  }) as Packet;

test('one SUBSCRIBE with thousands of filters does not stop the server: it ends its connection', async () => {
  const attacker = await registered();
  const { socket, closed, send } = await raw(attacker);
  socket.resume();
  const filters = Array.from({ length: 3000 }, (_, n) => attacker.topic(`down/${n}`));
  send({ cmd: 'subscribe', messageId: 1, subscriptions: filters.map((topic) => ({ topic, qos: 1 })) });
  await closed;
  expect(await refusals('packetTooLarge')).toBeGreaterThan(0);
});

test('filters are granted for names that exist alone, and eight of them', async () => {
  const device = await registered();
  const client = await connect(device);
  for (const name of ['x', 'command/x', 'command/#', '+/x', 'secretly'])
    await expect(client.subscribeAsync(device.topic(`down/${name}`)), name).rejects.toThrow(/./);
  const long = `pv/v1/${'o'.repeat(33)}/${device.device.sn}/down/#`;
  await expect(client.subscribeAsync(long)).rejects.toThrow(/./);
  const codes = Array.from({ length: 8 }, (_, n) => `pv/v1/code${n}/${device.device.sn}/down/#`);
  for (const filter of codes) await client.subscribeAsync(filter);
  await expect(client.subscribeAsync(device.topic('down/error'))).rejects.toThrow(/./);
  // What it has, it may ask for again.
  await client.subscribeAsync(codes);
});

test('no session outlives its connection, whatever a device asks for', async () => {
  const device = await registered();
  const options = { clean: false, clientId: 'kept' };
  const first = await connect(device, options);
  await first.subscribeAsync(device.topic('down/#'), { qos: 1 });
  await first.endAsync();
  const again = mqtt.connect(`mqtt://127.0.0.1:${port}`, {
    ...options,
    username: device.device.sn,
    password: device.secret,
    reconnectPeriod: 0,
    protocolVersion: 4,
  });
  clients.push(again);
  const connack = await new Promise<{ sessionPresent: boolean }>((resolve) => again.once('connect', resolve));
  expect(connack.sessionPresent).toBe(false);
});

test('a stranger cannot fill the memory with a CONNECT that never ends', async () => {
  const before = await refusals('packetTooLarge');
  const { socket, closed } = await raw();
  socket.write(headOf(0x10, 1_048_000));
  await closed;
  const message = await raw();
  message.socket.write(headOf(0x32, 1_048_000));
  await message.closed;
  expect(await refusals('packetTooLarge')).toBe(before + 2);
});

test('a stranger cannot fill the memory with large messages behind a CONNECT of a wrong secret', async () => {
  const { device } = await registered();
  const { socket, closed } = await raw();
  const before = await refusals('wrongDeviceSecret');
  socket.resume();
  const connectPacket = packets.generate(connectAs({ device, secret: 'wrong' }));
  socket.write(Buffer.concat([connectPacket, headOf(0x32, 1_000_000), Buffer.alloc(1_000_000)]));
  await closed;
  expect(await refusals('wrongDeviceSecret')).toBe(before + 1);
});

test.each([
  ['5 kB', 5000],
  ['900 kB', 900_000],
])(
  'a device that sends CONNECT and a message of %s in one write is let in, and the message is stored',
  async (_, size) => {
    const made = await registered();
    const { socket } = await raw();
    const answers: Packet[] = [];
    const parser = packets.parser().on('packet', (packet) => answers.push(packet));
    socket.on('data', (bytes) => void parser.parse(bytes as Buffer));
    const payload = `{"v":{"ac.power":1}}${' '.repeat(size)}`;
    const both = [connectAs(made), publish(made.topic('up/telemetry'), { payload } as Partial<Packet>)];
    socket.write(Buffer.concat(both.map((packet) => packets.generate(packet))));
    await vi.waitUntil(() => answers.length === 2);
    expect(answers).toMatchObject([
      { cmd: 'connack', returnCode: 0 },
      { cmd: 'puback', messageId: 1 },
    ]);
    const rows = await platform.samples.query('SELECT value FROM samples WHERE device = {device:UInt32}', {
      device: made.device.id,
    });
    expect(rows).toEqual([{ value: 1 }]);
  },
);

test('unfinished messages of one organisation share a room, and give it back', async () => {
  const attacker = await registered();
  const body = Buffer.alloc(1_000_000, 0x20);
  const begin = async () => {
    const one = await raw(attacker);
    one.socket.write(headOf(0x30, 1_040_000));
    one.socket.write(body);
    return one;
  };
  // More than the 16 MB of an organisation.
  const all = await Promise.all(Array.from({ length: 20 }, begin));
  await vi.waitUntil(async () => (await refusals('tooManyUnfinished')) > 0);
  for (const { socket } of all) socket.destroy();
  const client = await connect(attacker);
  const large = `[${' '.repeat(900_000)}]`;
  await vi.waitUntil(
    async () => {
      const again = client.connected ? client : await connect(attacker);
      const told = await again
        .publishAsync(attacker.topic('up/telemetry'), large, { qos: 1 })
        .catch(() => null);
      return told !== null;
    },
    { timeout: 5000 },
  );
});

test('nine organisations that fill the room with unfinished messages do not keep a device from sending its own in two pieces', async () => {
  // What the test before left in the room has to be given back.
  await vi.waitUntil(async () => (await detail()).connected === 0);
  const attackers = await Promise.all(Array.from({ length: 9 }, registered));
  const megabyte = Buffer.alloc(1_000_000, 0x20);
  const leave = async (attacker: Registered, body: Buffer) => {
    const { socket } = await raw(attacker);
    socket.write(headOf(0x30, 1_040_000));
    await new Promise((resolve) => socket.write(body, resolve));
  };
  // 128 MB but for 7,728 bytes.
  for (let n = 0; n < 134; n += 1) await leave(attackers[n % 9]!, megabyte);
  for (let n = 0; n < 14; n += 1) await leave(attackers[8]!, megabyte.subarray(0, 15_000));

  const victim = await registered();
  const { socket, closed } = await raw(victim);
  const answers: Packet[] = [];
  const parser = packets.parser().on('packet', (packet) => answers.push(packet));
  socket.on('data', (bytes) => void parser.parse(bytes as Buffer));
  const payload = `{"v":{"ac.power":1}}${' '.repeat(12_500)}`;
  const whole = packets.generate(publish(victim.topic('up/telemetry'), { payload } as Partial<Packet>));
  const before = await refusals('tooManyUnfinished');
  socket.write(whole.subarray(0, 11_000));
  // The first piece has come when it took the place of one of theirs.
  const patience = { timeout: 20_000 };
  await vi.waitUntil(async () => (await refusals('tooManyUnfinished')) > before, patience);
  socket.write(whole.subarray(11_000));
  await Promise.race([vi.waitUntil(() => answers.length > 0, patience), closed]);
  expect(answers).toMatchObject([{ cmd: 'puback', messageId: 1 }]);
}, 60_000);

test('a device that sends nonsense without end is cut off, instead of keeping the server busy with refusals', async () => {
  const attacker = await registered();
  const { closed, send } = await raw(attacker);
  const nonsense = { cmd: 'publish', qos: 0, dup: false, retain: false, payload: '{' } as const;
  for (let n = 0; n < 400; n += 1) send({ ...nonsense, topic: attacker.topic('up/telemetry') });
  await closed;
});

test('a message with QoS 2 ends the connection before it is kept', async () => {
  const device = await registered();
  const { socket, closed, send } = await raw(device);
  socket.resume();
  const payload = `[${' '.repeat(100_000)}]`;
  for (let messageId = 1; messageId <= 20; messageId += 1)
    send(publish(device.topic('up/telemetry'), { qos: 2, messageId, payload } as Partial<Packet>));
  await closed;
  expect(await refusals('qosTwo')).toBe(1);
});

test.each(['puback', 'pubrec', 'pubrel', 'pubcomp'] as const)(
  '%s answers nothing that the platform sent, and ends the connection',
  async (cmd) => {
    const device = await registered();
    const before = await refusals('packetUnexpected');
    const { socket, closed, send } = await raw(device);
    socket.resume();
    send({ cmd, messageId: 7 } as Packet);
    await closed;
    expect(await refusals('packetUnexpected')).toBe(before + 1);
  },
);

test.each([
  ['pings', { cmd: 'pingreq' }],
  ['unsubscribes', { cmd: 'unsubscribe', messageId: 3, unsubscriptions: ['a'] }],
  ['subscribes', { cmd: 'subscribe', messageId: 3, subscriptions: [{ topic: 'a', qos: 0 }] }],
] as [string, Packet][])('a flood of %s ends its connection', async (_, packet) => {
  const device = await registered();
  const before = await refusals('tooManyPackets');
  const { socket, closed } = await raw(device);
  socket.resume();
  const one = packets.generate(packet);
  socket.write(Buffer.concat(Array.from({ length: 1000 }, () => one)));
  await closed;
  expect(await refusals('tooManyPackets')).toBe(before + 1);
});

test('a CONNECT with a long client id or a large last will is refused', async () => {
  const device = await registered();
  await (
    await raw(device, { clientId: 'i'.repeat(257) })
  ).closed;
  expect(await refusals('clientIdTooLong')).toBe(1);
  const before = await refusals('packetTooLarge');
  const will = { topic: device.topic('up/online'), payload: Buffer.alloc(5000, 48), qos: 1 } as const;
  await (
    await raw(device, { will })
  ).closed;
  expect(await refusals('packetTooLarge')).toBe(before + 1);
});

test('a last will for another device is not taken', async () => {
  const [attacker, victim] = [await registered(), await registered()];
  const before = await refusals('noDataPermission');
  const payload = Buffer.from('{"v":{"ac.power":9}}');
  const will = { topic: victim.topic('up/telemetry'), payload, qos: 1, retain: true } as const;
  const client = await connect(attacker, { will });
  client.stream.destroy();
  await vi.waitUntil(async () => (await refusals('noDataPermission')) === before + 1);
  const rows = await platform.samples.query('SELECT 1 FROM samples WHERE device = {device:UInt32}', {
    device: victim.device.id,
  });
  expect(rows).toEqual([]);
});

test('a long topic ends the connection and is not sent back', async () => {
  const device = await registered();
  const { socket, closed, send } = await raw(device);
  socket.resume();
  send(publish(`pv/v1/${'o'.repeat(3000)}/${device.device.sn}/up/telemetry`));
  await closed;
});

test('devices that do not read hold up no command to another one', async () => {
  const [attacker, victim] = [await registered(), await registered()];
  const obeying = await connect(victim);
  obeying.on('message', (_topic, payload) => {
    const { id } = JSON.parse(payload.toString()) as { id: string };
    obeying.publish(victim.topic('up/answer'), JSON.stringify({ id, result: 1 }), { qos: 1 });
  });
  await obeying.subscribeAsync(victim.topic('down/command'));

  const before = await refusals('malformedJson');
  const connections = 10;
  const each = 250;
  for (let n = 0; n < connections; n += 1) {
    const { socket, send } = await raw(attacker);
    const filter = { topic: attacker.topic('down/#'), qos: 0 } as const;
    send({ cmd: 'subscribe', messageId: 1, subscriptions: [filter] });
    await once(socket, 'data');
    socket.pause();
    // Each is refused, with an answer that nobody reads; more of one connection would end it.
    const nonsense = { payload: '?', qos: 0 } as Partial<Packet>;
    for (let m = 0; m < each; m += 1) send(publish(attacker.topic('up/telemetry'), nonsense));
  }
  await vi.waitUntil(async () => (await refusals('malformedJson')) >= before + connections * each, 30_000);
  const reply = await platform.links.request(
    { actor: systemActor, deviceId: victim.device.id },
    { type: 'command', name: 'restart', params: {} },
    { timeoutMs: 5000 },
  );
  expect(reply).toMatchObject({ ok: true });
}, 60_000);

/** What a device sends that says again and again that it is there. */
function onlineMessages({ topic }: Registered, count: number): Buffer {
  const message = { cmd: 'publish', topic: topic('up/online'), payload: 'online', qos: 0 } as const;
  const bytes = packets.generate({ ...message, dup: false, retain: false });
  return Buffer.concat(Array.from({ length: count }, () => bytes));
}

test('devices of one organisation that publish as fast as they can keep nobody else waiting', async () => {
  const flooding = await registered();
  let seen = 0;
  const end = platform.bus.subscribe('deviceSeen', () => void (seen += 1));
  const connections = await Promise.all(Array.from({ length: 10 }, () => raw(flooding)));
  const many = onlineMessages(flooding, 20_000);
  for (const { socket } of connections) socket.write(many);
  await vi.waitUntil(() => seen > 1000);
  // What others do takes rounds of the event loop: a page that asks the database ten times some dozens.
  const before = seen;
  for (let round = 0; round < 20; round += 1) await new Promise((resolve) => setImmediate(resolve));
  end();
  expect(seen - before).toBeLessThan(100_000);
});

test('messages that wait for their turn are taken although their device has hung up', async () => {
  const [flooding, other] = [await registered(), await registered()];
  let seen = 0;
  const end = platform.bus.subscribe('deviceSeen', ({ deviceId }) => {
    if (deviceId === other.device.id) seen += 1;
  });
  const connections = await Promise.all([raw(flooding), raw(flooding), raw(other)]);
  for (const { socket } of connections.slice(0, 2)) socket.write(onlineMessages(flooding, 10_000));
  connections[2]!.socket.end(onlineMessages(other, 10));
  await connections[2]!.closed;
  // Besides the messages its coming and going are told.
  await vi.waitUntil(() => seen >= 12);
  end();
});
