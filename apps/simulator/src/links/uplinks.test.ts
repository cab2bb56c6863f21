import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startFakePlatform, until, type FakePlatform } from '../../test/fake-platform.ts';
import type { Reading } from '../station/reading.ts';
import { createHttpUplink } from './http-uplink.ts';
import { createMqttUplink } from './mqtt-uplink.ts';
import { createOutbox } from './outbox.ts';
import { createSecretKeeper } from './secret-keeper.ts';
import { telemetryMessage, UplinkError, type Uplink } from './uplink.ts';

let platform: FakePlatform;
beforeEach(async () => {
  platform = await startFakePlatform();
});
afterEach(() => platform.stop());

const reading = (time: number): Reading => ({ time, values: { 'ac.power': time } });
const message = (time: number): string => telemetryMessage(reading(time));
const times = () => platform.taken.map(({ time }) => time);

function mqtt(over: Partial<Parameters<typeof createMqttUplink>[0]> = {}) {
  const onRefused = vi.fn<(message: string) => void>();
  const options = {
    url: platform.mqtt,
    organisation: 'TEST',
    sn: 'SF1',
    secret: () => platform.secretOf('SF1'),
    onSecret: () => {},
    attributes: () => ({ firmware: '1' }),
  };
  return { onRefused, uplink: createMqttUplink({ ...options, onRefused, ...over }) };
}

test('MQTT: telemetry, attributes, online, and offline when it goes', async () => {
  const { uplink } = mqtt();
  await uplink.send([message(1)]);
  await uplink.send([message(2), message(3)]);
  expect(times()).toEqual([1, 2, 3]);
  expect(platform.taken[0]).toMatchObject({ sn: 'SF1', by: 'mqtt' });
  await until('attributes', () => platform.topics.get('pv/v1/TEST/SF1/up/attributes') === '{"firmware":"1"}');
  expect(platform.topics.get('pv/v1/TEST/SF1/up/online')).toBe('1');
  await uplink.close();
  await until('offline', () => platform.topics.get('pv/v1/TEST/SF1/up/online') === '0');
});

test('MQTT: a wrong secret is told and nothing counts as sent', async () => {
  const { uplink, onRefused } = mqtt({ secret: () => 'wrong', ackMs: 300 });
  await expect(uplink.send([message(1)])).rejects.toMatchObject({ failure: 'unreachable' });
  expect(onRefused).toHaveBeenCalledWith(expect.stringContaining('SF1'));
  expect(times()).toEqual([]);
  await uplink.close();
});

test('HTTP: stored, refused for good, and to be tried again', async () => {
  const uplink = createHttpUplink({ url: platform.http, sn: 'SF2', secret: () => 'secret SF2' });
  await uplink.send([message(1), message(2)]);
  expect(times()).toEqual([1, 2]);
  platform.httpStatus = 503;
  await expect(uplink.send([message(3)])).rejects.toMatchObject({ failure: 'unreachable' });
  const stranger = createHttpUplink({ url: platform.http, sn: 'SF2', secret: () => 'wrong' });
  await expect(stranger.send([message(4)])).rejects.toMatchObject({ failure: 'refused' });
  const nowhere = createHttpUplink({ url: 'http://127.0.0.1:9', sn: 'SF2', secret: () => '' });
  await expect(nowhere.send([message(5)])).rejects.toMatchObject({ failure: 'unreachable' });
});

test('MQTT: a new secret is kept, acknowledged, and signed in with; the old one is not used again', async () => {
  const secrets = createSecretKeeper();
  const { uplink } = mqtt({
    secret: () => secrets.of('SF1', 'secret SF1'),
    onSecret: (secret) => secrets.keep('SF1', secret),
  });
  await uplink.send([message(1)]);
  await until('subscribed', () => platform.topics.has('pv/v1/TEST/SF1/up/attributes'));
  platform.give('SF1', 'another');
  const answer = '{"id":"secret-1","result":"kept"}';
  await until('answered', () => platform.topics.get('pv/v1/TEST/SF1/up/answer') === answer);
  await until('signed in again', () => platform.signedIn.at(-1) === 'another');
  await uplink.send([message(2)]);
  expect(times()).toEqual([1, 2]);
  expect(platform.signedIn).toEqual(['secret SF1', 'another']);
  await uplink.close();
});

test('HTTP: a new secret in an answer is used from the next message on', async () => {
  const secrets = createSecretKeeper();
  const uplink = createHttpUplink({
    url: platform.http,
    sn: 'SF2',
    secret: () => secrets.of('SF2', 'secret SF2'),
    onSecret: (secret) => secrets.keep('SF2', secret),
  });
  platform.newSecrets.set('SF2', 'another');
  await uplink.send([message(1)]);
  platform.secrets.set('SF2', 'another');
  await uplink.send([message(2)]);
  expect(times()).toEqual([1, 2]);
});

test('new secrets outlive a restart, in a file that nobody else reads', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sunfleet-secrets-'));
  const file = path.join(folder, 'fleet.secrets');
  createSecretKeeper(file).keep('SF1', 'another');
  const again = createSecretKeeper(file);
  expect([again.of('SF1', 'first'), again.of('SF2', 'first')]).toEqual(['another', 'first']);
  expect((await stat(file)).mode & 0o077).toBe(0);
  await rm(folder, { recursive: true });
});

function memoryUplink() {
  const batches: number[][] = [];
  const state = { failure: undefined as UplinkError | undefined, closed: 0 };
  const uplink: Uplink<Reading> = {
    send(readings) {
      if (state.failure) return Promise.reject(state.failure);
      batches.push(readings.map(({ time }) => time));
      return Promise.resolve();
    },
    close() {
      state.closed += 1;
      return Promise.resolve();
    },
  };
  return { batches, state, uplink };
}

const open = (uplink: Uplink<Reading>, onProblem: (message: string) => void = () => {}) =>
  createOutbox({ uplink, pack: (each) => each, batch: 3, capacity: 5, retryMs: 1, onProblem });

test('an outbox sends in order and in batches', async () => {
  const { batches, uplink } = memoryUplink();
  const outbox = open(uplink);
  for (const time of [1, 2, 3, 4, 5]) outbox.add(reading(time));
  await outbox.below(0);
  expect(batches.flat()).toEqual([1, 2, 3, 4, 5]);
  expect(Math.max(...batches.map((batch) => batch.length))).toBeLessThanOrEqual(3);
});

test('an outbox keeps what it cannot deliver, forgets the oldest beyond its memory, and says why once', async () => {
  const { batches, state, uplink } = memoryUplink();
  const onProblem = vi.fn<(message: string) => void>();
  const outbox = open(uplink, onProblem);
  state.failure = new UplinkError('unreachable', 'gone');
  for (const time of [1, 2, 3, 4, 5, 6, 7]) outbox.add(reading(time));
  await until('a few tries', () => onProblem.mock.calls.length > 0);
  expect(outbox.waiting).toBe(5);
  state.failure = undefined;
  await outbox.below(0);
  expect(batches.flat()).toEqual([3, 4, 5, 6, 7]);
  expect(onProblem).toHaveBeenCalledTimes(1);
});

test('an outbox drops what is refused for good and goes on', async () => {
  const { batches, state, uplink } = memoryUplink();
  const outbox = open(uplink);
  state.failure = new UplinkError('refused', 'wrong field');
  outbox.add(reading(1));
  await outbox.below(0);
  state.failure = undefined;
  outbox.add(reading(2));
  await outbox.below(0);
  expect(batches).toEqual([[2]]);
});

test('a cut line keeps readings until it is mended; a gathering outbox waits for its piece', async () => {
  const { batches, state, uplink } = memoryUplink();
  const outbox = open(uplink);
  outbox.cut();
  expect(state.closed).toBe(1);
  outbox.add(reading(1));
  expect([outbox.waiting, outbox.isCut]).toEqual([1, true]);
  outbox.mend();
  await outbox.below(0);
  outbox.atLeast = 2;
  outbox.add(reading(2));
  expect(outbox.waiting).toBe(1);
  outbox.add(reading(3));
  await outbox.below(0);
  expect(batches).toEqual([[1], [2, 3]]);
  await outbox.close();
});
