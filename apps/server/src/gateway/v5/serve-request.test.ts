import { RegisterImage } from '@sunfleet/device-model';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { fakeLogger, testDirectory, testIngest, type FakeDevice } from '../../../test/v5-logger.ts';
import type { DeviceReply } from '../../platform/commands.ts';
import { createV5Gateway } from './index.ts';

const platform = await testPlatform({ SUNFLEET_V5_PORT: '0' });
afterAll(() => platform.stop());

const read = { type: 'modbusRead', slave: 1, fn: 3, addr: 60, count: 2 } as const;

/** A logger that has said who it is to a gateway of its own. */
async function connected(device: FakeDevice) {
  const gateway = createV5Gateway(platform, {
    directory: testDirectory(platform),
    ingest: testIngest(platform),
    options: { pollMs: 3_600_000 },
  });
  const port = await gateway.start();
  onTestFinished(() => gateway.stop());
  const logger = await fakeLogger(port, device);
  logger.hello();
  await expect.poll(() => logger.answers.length).toBeGreaterThan(0);
  const ask = (timeoutMs = 10_000, request: Parameters<typeof platform.links.request>[1] = read) =>
    platform.links.request(String(logger.serial), request, { timeoutMs });
  return { logger, ask, gateway };
}

test('registers of a device behind a logger are read through its connection', async () => {
  const image = new RegisterImage();
  image.load(3, 60, [7, 65_535]);
  const { ask } = await connected({ image });
  expect(await ask()).toEqual({ ok: true, words: [7, 65_535] });
});

test('each failure is told as what it is, as JSON', async () => {
  const replies: DeviceReply[] = [];
  const asleep = await connected({ mode: 'asleep' });
  replies.push(await asleep.ask());
  const without = await connected({ image: new RegisterImage() });
  replies.push(await without.ask());
  const silent = await connected({ mode: 'silent' });
  replies.push(await silent.ask(300));
  replies.push(await silent.ask(300, { type: 'command', name: 'restart', params: {} }));
  replies.push(await platform.links.request('4000000000', read, { timeoutMs: 10_000 }));
  const failed = (failure: string, sent: boolean) => ({ ok: false, failure, sent });
  expect(JSON.parse(JSON.stringify(replies))).toEqual([
    failed('asleep', true),
    failed('refused', true),
    failed('timeout', expect.any(Boolean) as unknown as boolean),
    failed('unsupported', false),
    failed('notConnected', false),
  ]);
});

test('a connection that ends says so, and from then on nobody is there', async () => {
  const { logger, ask } = await connected({ mode: 'silent' });
  const reply = ask();
  logger.socket.destroy();
  expect(await reply).toMatchObject({ ok: false, failure: 'disconnected' });
  expect(await ask()).toEqual({ ok: false, failure: 'notConnected', sent: false });
});
