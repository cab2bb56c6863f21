import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import type { Client } from 'aedes';
import packets, { type Packet } from 'mqtt-packet';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { guardPackets } from './packet-guard.ts';
import { createPacketRoom } from './packet-room.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const connectPacket = packets.generate({
  cmd: 'connect',
  protocolId: 'MQTT',
  protocolVersion: 4,
  clean: true,
  clientId: 'a',
  keepalive: 60,
  username: 'SF-1',
  password: Buffer.alloc(300, 'x'),
});
const message = packets.generate({
  cmd: 'publish',
  topic: 'a',
  payload: Buffer.alloc(10_000, 32),
  qos: 0,
  dup: false,
  retain: false,
});

const smallRoom = () =>
  createPacketRoom({
    organisations: { each: 15_000, inAll: 18_000 },
    strangers: { each: 15_000, inAll: 18_000 },
  });

/** A guarded parser of the broker's kind, as of a device of `organisationCode`; undefined before the secret was shown. */
function guarded(room: ReturnType<typeof createPacketRoom>, organisationCode: string | null | undefined) {
  const parser = packets.parser();
  const socket = new EventEmitter();
  const read: Packet[] = [];
  const faults: string[] = [];
  parser.on('packet', (packet) => read.push(packet));
  parser.on('error', (error: Error) => faults.push(error.message));
  const client = Object.assign(new EventEmitter(), {
    _parser: parser,
    connackSent: false,
    pause: vi.fn<() => void>(),
  });
  let code = organisationCode;
  guardPackets(socket as Socket, client as unknown as Client, {
    room,
    sender: () => (code === undefined ? undefined : { organisationCode: code, network: 'n' }),
  });
  /** As the broker does it when it lets a device in. */
  const answerConnect = (organisation: string) => {
    code = organisation;
    client.connackSent = true;
    client.emit('connected');
  };
  return { parser, socket, read, faults, client, answerConnect };
}

test('a CONNECT that comes byte by byte is taken', () => {
  const { parser, read, faults } = guarded(smallRoom(), undefined);
  for (const byte of connectPacket) parser.parse(Buffer.from([byte]));
  expect(faults).toEqual([]);
  expect(read).toMatchObject([{ cmd: 'connect', username: 'SF-1', password: Buffer.alloc(300, 'x') }]);
});

test('a message in thousands of pieces is kept as few', () => {
  const { parser, read } = guarded(smallRoom(), 'ACME');
  const { _list: list } = parser as unknown as { _list: { getBuffers(): Buffer[] } };
  let most = 0;
  for (const byte of message) {
    parser.parse(Buffer.from([byte]));
    most = Math.max(most, list.getBuffers().length);
  }
  expect(most).toBeLessThan(128);
  expect(read).toMatchObject([{ cmd: 'publish', payload: Buffer.alloc(10_000, 32) }]);
});

test('unfinished messages hold room until they are whole or their connection is closed', () => {
  const room = smallRoom();
  const part = message.subarray(0, 9000);
  const first = guarded(room, 'ACME');
  first.parser.parse(part);
  const second = guarded(room, 'ACME');
  second.parser.parse(part);
  expect(second.faults).toEqual(['tooManyUnfinished']);
  // Another organisation has room of its own, and devices of nobody too.
  const others = [guarded(room, 'OTHER'), guarded(room, null)];
  for (const { parser, faults } of others) {
    parser.parse(part);
    expect(faults).toEqual([]);
  }
  first.parser.parse(message.subarray(9000));
  expect(first.read).toHaveLength(1);
  const third = guarded(room, 'ACME');
  third.parser.parse(part);
  expect(third.faults).toEqual([]);
  third.socket.emit('close');
  const fourth = guarded(room, 'ACME');
  fourth.parser.parse(part);
  expect(fourth.faults).toEqual([]);
});

test('a message that stays unfinished does not hold its room for ever', () => {
  const { parser, faults } = guarded(smallRoom(), 'ACME');
  parser.parse(message.subarray(0, 9000));
  vi.advanceTimersByTime(119_000);
  expect(faults).toEqual([]);
  vi.advanceTimersByTime(2000);
  expect(faults).toEqual(['packetTooSlow']);
});

test('what comes in one write behind a CONNECT waits until it is answered, and no more is read meanwhile', () => {
  const { parser, read, faults, client, answerConnect } = guarded(smallRoom(), undefined);
  parser.parse(Buffer.concat([connectPacket, message, message.subarray(0, 5000)]));
  expect(client.pause).toHaveBeenCalledOnce();
  expect(read).toMatchObject([{ cmd: 'connect' }]);
  answerConnect('ACME');
  expect(read).toMatchObject([{ cmd: 'connect' }, { cmd: 'publish' }]);
  parser.parse(message.subarray(5000));
  expect(read).toHaveLength(3);
  expect(faults).toEqual([]);
});

test('large messages behind a CONNECT that is not answered are never looked at', () => {
  const { parser, read, faults } = guarded(smallRoom(), undefined);
  parser.parse(Buffer.concat([connectPacket, message]));
  for (let n = 0; n < 3; n += 1) parser.parse(message);
  expect(read).toHaveLength(1);
  expect(faults).toEqual([]);
});
