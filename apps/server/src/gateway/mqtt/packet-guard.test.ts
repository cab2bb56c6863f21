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
    sender: () => (code === undefined ? undefined : { organisationCode: code, site: 'n' }),
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

const part = message.subarray(0, 9000);
const wideRoom = () =>
  createPacketRoom({
    organisations: { each: 30_000, inAll: 40_000 },
    strangers: { each: 30_000, inAll: 40_000 },
  });

test('organisations that fill the room with unfinished messages keep no other one from sending: the largest of theirs has to go', () => {
  const room = wideRoom();
  const attackers = ['EVIL-1', 'EVIL-1', 'EVIL-2', 'EVIL-2'].map((code) => guarded(room, code));
  for (const { parser } of attackers) parser.parse(part);
  const victim = guarded(room, 'ACME');
  victim.parser.parse(part);
  victim.parser.parse(message.subarray(9000));
  expect(victim.faults).toEqual([]);
  expect(victim.read).toHaveLength(1);
  expect(attackers.map(({ faults }) => faults)).toEqual([['tooManyUnfinished'], [], [], []]);
  // What the attacker lost is free again.
  const next = guarded(room, 'OTHER');
  next.parser.parse(part);
  expect([next, ...attackers].flatMap(({ faults }) => faults)).toEqual(['tooManyUnfinished']);
});

test('who holds most of a full room gets no more of it', () => {
  const room = wideRoom();
  const large = ['EVIL', 'EVIL', 'ACME', 'OTHER'].map((code) => guarded(room, code));
  for (const { parser } of large) parser.parse(part);
  const more = guarded(room, 'EVIL');
  more.parser.parse(part);
  expect(more.faults).toEqual(['tooManyUnfinished']);
  expect(large.flatMap(({ faults }) => faults)).toEqual([]);
});

test('a small message gets in beside larger ones of its own organisation', () => {
  const room = wideRoom();
  const large = Array.from({ length: 3 }, () => guarded(room, 'ACME'));
  for (const { parser } of large) parser.parse(part);
  const small = guarded(room, 'ACME');
  small.parser.parse(message.subarray(0, 5000));
  expect([...large, small].map(({ faults }) => faults)).toEqual([['tooManyUnfinished'], [], [], []]);
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
