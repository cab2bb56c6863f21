import {
  encodeHeartbeat,
  encodeV5Frame,
  V5_CONTROL,
  V5StreamParser,
  type V5Frame,
} from '@sunfleet/device-model';
import { once } from 'node:events';
import net from 'node:net';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { fakeLogger, mintSerial, testDirectory, testIngest } from '../../../test/v5-logger.ts';
import { createFramePace, takePaced } from './frame-pace.ts';
import { createV5Gateway } from './index.ts';
import type { V5Options } from './options.ts';

const platform = await testPlatform({ SUNFLEET_V5_PORT: '0' });
afterAll(() => platform.stop());

async function running(options: Partial<V5Options>, refuses = (_sn: string) => false) {
  const gateway = createV5Gateway(platform, {
    directory: testDirectory(platform, refuses),
    ingest: testIngest(platform),
    options: { pollMs: 3_600_000, ...options },
  });
  onTestFinished(() => gateway.stop());
  const port = await gateway.start();
  const health = async () => {
    const parts = (await platform.health.report()).parts.filter(({ name }) => name === 'gateway.v5');
    return parts.at(-1)!.detail as Record<string, number>;
  };
  return { health, port, logger: () => fakeLogger(port, { mode: 'silent' }) };
}

test('after its first frames a connection may send one in each span, debts are bounded, and a reading costs nothing', () => {
  let time = 0;
  const pace = createFramePace({ frameBurst: 10, frameMs: 200 }, () => time);
  pace.spend(9);
  expect(pace.restMs()).toBe(0);
  pace.spend();
  expect(pace.restMs()).toBe(200);
  pace.giveBack();
  expect(pace.restMs()).toBe(0);
  pace.spend(100_000);
  expect(pace.restMs()).toBe(301 * 200);
  time += 301 * 200;
  expect(pace.restMs()).toBe(0);
  pace.spend();
  expect(pace.restMs()).toBe(200);
});

test('frames are taken until the pace asks for a rest, which is over a moment later', () => {
  const rests = [0, 0, 1, 0];
  let taken = 0;
  const wanted = { mayTake: () => true, take: () => (taken += 1) };
  expect(takePaced({ restMs: () => rests.shift()! }, wanted)).toBe(1);
  expect(taken).toBe(2);
});

test('a connection that sends thousands of empty frames at once is worked at slowly, another one at once', async () => {
  const { health, logger } = await running({ frameBurst: 10, frameMs: 3_600_000 });
  const [flood, other] = [await logger(), await logger()];
  for (let n = 0; n < 2000; n += 1) flood.send(V5_CONTROL.data, new Uint8Array(0));
  await expect.poll(() => flood.answers.length).toBe(10);
  other.send(V5_CONTROL.heartbeat, encodeHeartbeat());
  await expect.poll(() => other.answers.length).toBe(1);
  expect(flood.answers).toHaveLength(10);
  expect(await health()).toMatchObject({ malformed: 10 });
});

test('a connection rests, and then goes on with what waits', async () => {
  const { logger } = await running({ frameBurst: 2, frameMs: 5 });
  const stick = await logger();
  for (let n = 0; n < 20; n += 1) stick.send(V5_CONTROL.heartbeat, encodeHeartbeat());
  await expect.poll(() => stick.answers.length).toBe(20);
});

test('frames of others and bytes that are no frame cost as well', async () => {
  const { health, logger } = await running({ frameBurst: 10, frameMs: 3_600_000 });
  const [names, noise] = [await logger(), await logger()];
  for (const { send } of [names, noise]) send(V5_CONTROL.heartbeat, encodeHeartbeat());
  await expect.poll(() => names.answers.length + noise.answers.length).toBe(2);
  const ofAnother = encodeV5Frame({
    control: V5_CONTROL.heartbeat,
    serverSequence: 0,
    loggerSequence: 0,
    serial: mintSerial(),
    payload: encodeHeartbeat(),
  });
  names.sendBytes(Buffer.concat(Array.from({ length: 20 }, () => ofAnother)));
  noise.sendBytes(Buffer.concat(Array.from({ length: 20 }, () => Buffer.from([0xa5, 0xff, 0xff, 0x10]))));
  await expect.poll(health).toMatchObject({ otherSerial: 20, oversized: 20 });
  for (const { send } of [names, noise]) send(V5_CONTROL.heartbeat, encodeHeartbeat());
  const other = await logger();
  other.send(V5_CONTROL.heartbeat, encodeHeartbeat());
  await expect.poll(() => other.answers.length).toBe(1);
  expect(await health()).toMatchObject({ heartbeat: 3 });
});

test('so do interim answers, though the request that they belong to still waits', async () => {
  const { health, logger } = await running({ frameBurst: 10, frameMs: 3_600_000, answerMs: 3_600_000 });
  const stick = await logger();
  const parser = new V5StreamParser();
  const received: V5Frame[] = [];
  stick.socket.on('data', (chunk) => received.push(...parser.push(chunk as Buffer)));
  const asked = () => received.find(({ control }) => control === V5_CONTROL.command);
  stick.send(V5_CONTROL.heartbeat, encodeHeartbeat());
  await expect.poll(asked).toBeDefined();
  const interim = encodeV5Frame({
    ...asked()!,
    control: V5_CONTROL.commandInterim,
    payload: new Uint8Array(14),
  });
  stick.sendBytes(Buffer.concat(Array.from({ length: 20 }, () => interim)));
  await expect.poll(health).toMatchObject({ commandAnswer: 20, lateAnswer: 0 });
  stick.send(V5_CONTROL.heartbeat, encodeHeartbeat());
  const other = await logger();
  other.send(V5_CONTROL.heartbeat, encodeHeartbeat());
  await expect.poll(() => other.answers.length).toBe(1);
  expect(await health()).toMatchObject({ heartbeat: 2 });
});

test('of what somebody sends at once who is refused, the first piece is looked through', async () => {
  const { health, port } = await running({}, () => true);
  const frame = encodeV5Frame({
    control: V5_CONTROL.heartbeat,
    serverSequence: 1,
    loggerSequence: 1,
    serial: mintSerial(),
    payload: encodeHeartbeat(),
  });
  const stranger = net.connect(port, '127.0.0.1');
  stranger.write(Buffer.concat(Array.from({ length: 4000 }, () => frame)));
  stranger.on('error', () => undefined);
  await once(stranger, 'close');
  const { frames, unknownRefused } = await health();
  expect(unknownRefused).toBe(1);
  expect(frames).toBeLessThan(400);
});
