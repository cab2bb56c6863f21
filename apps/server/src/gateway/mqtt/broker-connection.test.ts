import { once } from 'node:events';
import net from 'node:net';
import mqtt, { type IPublishPacket, type Packet } from 'mqtt-packet';
import { afterEach, expect, test, vi } from 'vitest';
import { createWorkSlices } from '../../platform/work-slices.ts';
import { connectToBroker } from './broker-connection.ts';
import { createBrokerIntake } from './broker-intake.ts';

const VERSION = { protocolVersion: 5 } as const;
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0).toReversed()) end();
});

/** A connection to a broker of somebody else's, which does what it likes. Nothing that it hands over is taken before `takeAll`. */
async function connected({ messages = 100, largestPacket = 1_000_000, slices = createWorkSlices() } = {}) {
  const server = net.createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => void server.close());
  const { port } = server.address() as net.AddressInfo;
  const intake = createBrokerIntake({ messages });
  const untaken: (() => void)[] = [];
  const reasons: string[] = [];
  const heard = { messages: 0, takesAll: false, packets: [] as IPublishPacket[] };
  const connection = connectToBroker({
    url: new URL(`mqtt://127.0.0.1:${port}`),
    clientId: 'test',
    isKept: false,
    topic: '#',
    largestPacket,
    intake,
    slices,
    subscribed: () => undefined,
    message(packet, acknowledge) {
      heard.messages += 1;
      heard.packets.push(packet);
      if (heard.takesAll) acknowledge();
      else untaken.push(acknowledge);
    },
    ended: (reason) => void reasons.push(reason),
  });
  const [broker] = (await once(server, 'connection')) as [net.Socket];
  broker.on('error', () => undefined);
  ends.push(() => (connection.close(), void broker.destroy()));
  const send = (packet: Packet) => broker.write(mqtt.generate(packet, VERSION));
  send({ cmd: 'connack', reasonCode: 0, sessionPresent: false });
  return {
    broker,
    connection,
    intake,
    heard,
    reasons,
    takeAll() {
      heard.takesAll = true;
      for (const acknowledge of untaken.splice(0)) acknowledge();
    },
  };
}

const unasked = (payload: string): Buffer =>
  mqtt.generate(
    {
      cmd: 'publish',
      topic: 'a',
      payload,
      qos: 0,
      dup: false,
      retain: false,
      properties: {},
    } as IPublishPacket,
    VERSION,
  );

test('a broker that sends more than may be under way is read no further until something of it was taken', async () => {
  const { broker, intake, heard, takeAll } = await connected();
  broker.resume();
  const message = unasked('x'.repeat(1000));
  const all = 20_000;
  broker.write(Buffer.concat(Array.from({ length: all }, () => message)));
  await vi.waitUntil(() => intake.isFull());
  // The sender is held up by what nobody reads: not all of it has left when everything else had its turn.
  for (let before = -1; before !== heard.messages;) {
    before = heard.messages;
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  }
  expect(heard.messages).toBeLessThan(all / 10);
  takeAll();
  await vi.waitUntil(() => heard.messages === all);
});

test('everything else has its turn while a broker floods', async () => {
  // Each look at the clock is a millisecond, so a slice is a few looks long however quick the machine is.
  let looks = 0;
  const { broker, heard, takeAll } = await connected({ slices: createWorkSlices(() => (looks += 1)) });
  broker.resume();
  takeAll();
  const all = 2000;
  const message = unasked('x'.repeat(1000));
  broker.write(Buffer.concat(Array.from({ length: all }, () => message)));
  let most = 0;
  for (let before = 0; heard.messages < all; before = heard.messages) {
    await new Promise((resolve) => setImmediate(resolve));
    most = Math.max(most, heard.messages - before);
  }
  expect(most).toBeLessThanOrEqual(40);
});

test('properties of a message, of which a device puts in as many as it likes, are passed over', async () => {
  const { broker, heard, reasons, takeAll } = await connected({ largestPacket: 2_000_000 });
  broker.resume();
  takeAll();
  const userProperties = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`${n}`, '']));
  const message = { cmd: 'publish', topic: 'a', payload: 'x', qos: 0, dup: false, retain: false } as const;
  broker.write(mqtt.generate({ ...message, properties: { userProperties } }, VERSION));
  broker.write(unasked('y'));
  await vi.waitUntil(() => heard.messages === 2);
  const read = heard.packets.map(({ topic, payload, properties }) => [topic, payload.toString(), properties]);
  expect(read).toEqual([
    ['a', 'x', undefined],
    ['a', 'y', undefined],
  ]);
  // A length beyond the end of the message.
  broker.write(Buffer.from([0x30, 4, 0, 1, 97, 9]));
  await vi.waitUntil(() => reasons.length > 0);
  expect(reasons).toEqual(['the broker sends properties without an end']);
});

test('large messages fill the room by their bytes', () => {
  const intake = createBrokerIntake({ messages: 4096 });
  const taken = Array.from({ length: 65 }, () => intake.hold(1024 * 1024));
  expect(intake.isFull()).toBe(true);
  let goesOn = 0;
  intake.onRoom(() => (goesOn += 1));
  taken[0]!();
  taken[0]!();
  expect([intake.isFull(), goesOn]).toEqual([false, 1]);
});

test('a packet that is too large ends the connection before its body is collected', async () => {
  const { broker, heard, reasons } = await connected();
  broker.resume();
  // The head of a message of 256 MB, and a first piece of it.
  broker.write(Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f]));
  broker.write(Buffer.alloc(100));
  await vi.waitUntil(() => reasons.length > 0);
  expect(reasons).toEqual(['the broker sends a packet that is too large']);
  expect(heard.messages).toBe(0);
});

test('a broker that does not read what it is sent is left', async () => {
  const { broker, connection, reasons } = await connected();
  broker.pause();
  const answer = 'x'.repeat(1_000_000);
  for (let sent = 0; sent < 40 && reasons.length === 0; sent += 1) {
    connection.publish('a', answer);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await vi.waitUntil(() => reasons.length > 0);
  expect(reasons).toEqual(['the broker does not read']);
});
