import { profileById, RegisterImage } from '@sunfleet/device-model';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice } from '../../../test/makers.ts';
import { fakeLogger, testDirectory, testIngest, type FakeDevice } from '../../../test/v5-logger.ts';
import { systemActor } from '../../platform/actor.ts';
import { waitingForLocks } from '../../../test/waiting-for-locks.ts';
import type { DeviceReply } from '../../platform/links/device-links.ts';
import { createV5Gateway } from './index.ts';

const platform = await testPlatform({ SUNFLEET_V5_PORT: '0' });
afterAll(() => platform.stop());

const deye = profileById('deye-string')!;
const read = { type: 'modbusRead', slave: 1, fn: 3, addr: 60, count: 2 } as const;

/** It answers what the gateway reads by itself, so that requests wait for no read, and no request. */
const withoutAnswer: FakeDevice = {
  image: new RegisterImage(),
  ignores: ({ addr, count }) => addr === read.addr && count === read.count,
};

/** A logger that has said who it is to a gateway of its own, with a device behind it and a connection that a person confirmed. */
async function connected(device: FakeDevice, answerMs = 5000) {
  const directory = testDirectory(platform);
  // Asked before the gateway, it knows how many requests came to the gateways.
  let requests = 0;
  const note = () => void (requests += 1);
  onTestFinished(platform.links.serve(note));
  const gateway = createV5Gateway(platform, {
    directory,
    ingest: testIngest(platform),
    options: { pollMs: 3_600_000, answerMs },
  });
  const port = await gateway.start();
  onTestFinished(() => gateway.stop());
  const logger = await fakeLogger(port, device);
  logger.hello();
  await expect.poll(() => logger.answers.length).toBeGreaterThan(0);
  const { id: parentId } = directory.bySn(String(logger.serial))!;
  const child = await makeDevice(platform, { parentId, profileId: deye.id });
  await platform.db
    .updateTable('loggerConnections')
    .set({ doubt: null, doubtedSince: null })
    .where('deviceId', '=', parentId)
    .execute();
  const to = { actor: systemActor, deviceId: child.id };
  const ask = (timeoutMs = 10_000, request: Parameters<typeof platform.links.request>[1] = read) =>
    platform.links.request(to, request, { timeoutMs });
  return { logger, ask, parentId, requests: () => requests };
}

test('registers of a device behind a logger are read through its connection', async () => {
  const image = new RegisterImage();
  image.load(3, 60, [7, 65_535]);
  const { ask } = await connected({ image });
  expect(await ask()).toMatchObject({ ok: true, words: [7, 65_535], command: { state: 'done' } });
});

test('each failure is told as what it is, as JSON', async () => {
  const replies: DeviceReply[] = [];
  const asleep = await connected({ mode: 'asleep' });
  replies.push(await asleep.ask());
  const without = await connected({ image: new RegisterImage() });
  replies.push(await without.ask());
  const silent = await connected({ mode: 'silent' });
  replies.push(await silent.ask(300));
  const { id: deviceId } = await makeDevice(platform, { sn: '4000000000' });
  replies.push(await platform.links.request({ actor: systemActor, deviceId }, read, { timeoutMs: 10_000 }));
  const failed = (failure: string, sent: boolean) => ({
    ok: false,
    failure,
    sent,
    command: { state: 'failed' },
  });
  expect(JSON.parse(JSON.stringify(replies))).toMatchObject([
    failed('asleep', true),
    failed('refused', true),
    { ok: false, failure: 'timeout' },
    failed('notConnected', false),
  ]);
});

test('a connection that ends says so, and from then on nobody is there', async () => {
  const { logger, ask } = await connected(withoutAnswer);
  const reply = ask();
  await expect.poll(() => logger.asked).toContainEqual(expect.objectContaining({ addr: read.addr }));
  logger.socket.destroy();
  expect(await reply).toMatchObject({ ok: false, failure: 'disconnected', sent: true });
  await expect.poll(() => ask()).toMatchObject({ ok: false, failure: 'notConnected', sent: false });
});

test('a connection that ends while a request waits to be judged is told as that, not as one that is not trusted', async () => {
  const { logger, ask, requests, parentId } = await connected(withoutAnswer);
  const before = ask(1000);
  await expect.poll(() => logger.asked).toContainEqual(expect.objectContaining({ addr: read.addr }));
  const waiting = ask();
  await expect.poll(requests).toBe(2);
  const isOpen = async () =>
    (
      await platform.db
        .selectFrom('loggerConnections')
        .select('open')
        .where('deviceId', '=', parentId)
        .executeTakeFirstOrThrow()
    ).open;
  await platform.db.transaction().execute(async (trx) => {
    await trx.selectFrom('commands').select('id').orderBy('id', 'desc').limit(1).forUpdate().execute();
    await expect.poll(() => waitingForLocks(platform), { timeout: 10_000 }).toBeGreaterThan(0);
    logger.socket.destroy();
    await expect.poll(isOpen).toBe(false);
  });
  expect(await before).toMatchObject({ ok: false });
  expect(await waiting).toMatchObject({ ok: false, failure: 'disconnected', sent: false });
});

test('a logger whose connection is doubted carries nothing, whoever asks', async () => {
  const { ask, logger, parentId } = await connected({ image: new RegisterImage() });
  const asked = logger.asked.length;
  const doubt = { doubt: 'otherNetwork' as const, doubtedSince: new Date(platform.clock.now()) };
  await platform.db.updateTable('loggerConnections').set(doubt).where('deviceId', '=', parentId).execute();
  const write = { type: 'modbusWrite', slave: 1, fn: 16, addr: 60, words: [1] } as const;
  const refused = { ok: false, failure: 'untrusted', sent: false };
  expect([await ask(), await ask(1000, write)]).toMatchObject([refused, refused]);
  expect(logger.asked.slice(asked).filter(({ addr }) => addr === 60)).toEqual([]);
});

test('a request goes to no connection that is not the newest one of the logger', async () => {
  const { ask, parentId } = await connected({ image: new RegisterImage() });
  await platform.db
    .updateTable('loggerConnections')
    .set({ connection: 'of another server' })
    .where('deviceId', '=', parentId)
    .execute();
  expect(await ask()).toMatchObject({ ok: false, failure: 'untrusted', sent: false });
});

test('what waits in the queue of a logger is not sent once an administrator has stopped requests', async () => {
  const { ask, requests } = await connected({ mode: 'silent' }, 100);
  const before = ask(500);
  const waiting = ask(20_000, { type: 'modbusWrite', slave: 1, fn: 16, addr: 60, words: [1] });
  await expect.poll(requests).toBe(2);
  const stop = { organisationId: null, stoppedAt: new Date(platform.clock.now()), stopReason: 'Storm' };
  await platform.db.insertInto('commandRules').values(stop).execute();
  onTestFinished(() => void platform.db.deleteFrom('commandRules').execute());
  expect(await before).toMatchObject({ ok: false });
  expect(await waiting).toMatchObject({ ok: false, failure: 'stopped', sent: false });
});
