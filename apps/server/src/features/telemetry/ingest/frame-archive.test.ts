import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import type { Payer } from '../quota/sample-account.ts';
import { createArchiveRoom } from './archive-room.ts';
import { createFrameArchive } from './frame-archive.ts';

const platform = await testPlatform();
platform.clock.set(Date.UTC(2026, 5, 1, 12));
const room = createArchiveRoom(platform);
afterAll(async () => {
  await room.stop();
  await platform.stop();
});

const network = (n: number) => ({ share: `network 198.18.0.${n}`, organisationId: null });
const organisation = (n: number) => ({ share: `organisation ${n}`, organisationId: n });
const frame = (n: number) => ({ sn: `S${n}`, time: n, gateway: 'v5', bytes: Uint8Array.of(n & 255) });

const MB = 1024 * 1024;
const large = (bytes: number) => ({ ...frame(1), bytes: new Uint8Array(bytes) });

function archiveOn(insertRows: SamplesDb['insertRows']) {
  const errors: unknown[] = [];
  const archive = createFrameArchive({
    samples: { insertRows },
    room,
    failed: (error) => errors.push(error),
    dropped: () => undefined,
  });
  return { archive, errors };
}

const refused = { key: 'storeUnavailable' };
/** Frames that wait, each added at once. */
const fill = (archive: ReturnType<typeof archiveOn>['archive'], count: number, payer: Payer) =>
  Array.from({ length: count }, (_, n) => archive.add(frame(n), payer));

test('a flood of tiny frames in one name fills its own share of the queue and is dropped beyond it, and the event of another organisation is kept', async () => {
  const written: object[] = [];
  const { archive } = archiveOn(async (table, rows) => {
    expect(table).toBe('raw_frames');
    written.push(...rows);
  });
  const flood = fill(archive, 501, network(1));
  const event = archive.add(frame(9), organisation(1));
  const answered: string[] = [];
  for (const one of flood) void one.then(() => answered.push('flood'));
  // Who floods is answered no sooner than what is kept.
  expect(await Promise.race([flood.at(-1), Promise.resolve('waits')])).toBe('waits');
  await archive.stop();
  await Promise.all([...flood, event]);
  expect(answered).toHaveLength(501);
  expect(written).toHaveLength(501);
  expect(archive.state()).toMatchObject({ archivedFrames: 501, droppedFrames: 1 });
  expect(written[3]).toEqual({ sn: 'S3', time: 3, gateway: 'v5', frame: '03' });
});

test('strangers of a hundred networks fill half of the queue, organisations all of it', async () => {
  const { archive } = archiveOn(async () => undefined);
  const strangers = [10, 11, 12, 13, 14].flatMap((n) => fill(archive, 500, network(n)));
  const beyond = [archive.add(frame(1), network(15))];
  const owned = [20, 21, 22, 23, 24].flatMap((n) => fill(archive, 500, organisation(n)));
  beyond.push(archive.add(frame(1), organisation(25)));
  await archive.stop();
  await Promise.all([...strangers, ...owned, ...beyond]);
  expect(archive.state()).toMatchObject({ archivedFrames: 5000, droppedFrames: 2 });
  const next = archive.add(frame(1), network(15));
  await archive.stop();
  await next;
});

test('tiny frames cost what their rows do: a day has no room for millions of them', async () => {
  const taken: number[] = [];
  const archive = createFrameArchive({
    samples: { insertRows: () => Promise.reject(new Error('down')) },
    room: {
      take: (_, bytes) => taken.push(bytes) > 0,
      giveBack: (_, bytes) => void taken.push(-bytes),
    },
    failed: () => undefined,
    dropped: () => undefined,
  });
  const added = [archive.add(frame(1), network(1)), archive.add(large(300), network(1))];
  await Promise.all([archive.stop(), ...added.map((one) => expect(one).rejects.toMatchObject(refused))]);
  expect(taken).toEqual([200, 300, -200, -300]);
});

test('a frame that the store did not take is not kept for taken', async () => {
  const { archive, errors } = archiveOn(() => Promise.reject(new Error('down')));
  const added = archive.add(frame(1), network(1));
  added.catch(() => undefined);
  await archive.stop();
  await expect(added).rejects.toMatchObject({ key: 'storeUnavailable' });
  expect(errors).toEqual([new Error('down')]);
});

test('where the store takes nothing, a flood is not acknowledged beyond its share either', async () => {
  const { archive } = archiveOn(() => Promise.reject(new Error('down')));
  const flood = fill(archive, 600, organisation(30));
  const refusals = flood.map((one) => expect(one).rejects.toMatchObject(refused));
  await Promise.all([archive.stop(), ...refusals]);
  expect(archive.state()).toMatchObject({ archivedFrames: 0, droppedFrames: 0 });
});

test('frames of a megabyte do not fill memory: what waits is bounded in bytes, also while it is written', async () => {
  const gate = Promise.withResolvers<void>();
  const { archive } = archiveOn(() => gate.promise);
  const added = Array.from({ length: 10 }, (_, n) => archive.add(large(0.8 * MB), organisation(n)));
  const beyond = [archive.add(large(0.1 * MB), organisation(0))];
  const written = archive.stop();
  beyond.push(archive.add(large(0.1 * MB), organisation(0)));
  gate.resolve();
  await Promise.all([...added, ...beyond, written]);
  expect(archive.state()).toMatchObject({ archivedFrames: 10, droppedFrames: 2 });
  const next = archive.add(large(0.1 * MB), organisation(0));
  await archive.stop();
  await next;
});

test('a sender of raw frames without end fills only its share of the day, and what is dropped is counted', async () => {
  const { archive } = archiveOn(async () => undefined);
  const send = async (bytes: number, payer: ReturnType<typeof network>) => {
    const added = archive.add(large(bytes), payer);
    await archive.stop();
    await added;
  };
  for (let n = 0; n < 129; n += 1) await send(MB / 2, network(3));
  expect(archive.state()).toEqual({ archivedFrames: 128, archivedBytes: 64 * MB, droppedFrames: 1 });
  await send(10, network(4));
  expect(archive.state()).toMatchObject({ archivedFrames: 129, droppedFrames: 1 });
  platform.clock.advance(86_400_000);
  await send(10, network(3));
  expect(archive.state()).toMatchObject({ archivedFrames: 130, droppedFrames: 1 });
});

test('frames that a failing store refuses again and again use nothing of the share of their sender', async () => {
  let fails = true;
  const { archive } = archiveOn(async () => {
    if (fails) throw new Error('down');
  });
  const send = async () => {
    const added = archive.add(large(MB / 2), network(5));
    added.catch(() => undefined);
    await archive.stop();
    return added;
  };
  for (let n = 0; n < 150; n += 1) await expect(send()).rejects.toMatchObject({ key: 'storeUnavailable' });
  fails = false;
  await send();
  expect(archive.state()).toMatchObject({ archivedFrames: 1, droppedFrames: 0 });
});
