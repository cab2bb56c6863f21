import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
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
const frame = (n: number) => ({ sn: `S${n}`, time: n, gateway: 'v5', bytes: Uint8Array.of(n & 255) });

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

test('frames beyond the limit are turned away, to come again', async () => {
  const written: object[] = [];
  const { archive } = archiveOn(async (table, rows) => {
    expect(table).toBe('raw_frames');
    written.push(...rows);
  });
  const added = Array.from({ length: 5001 }, (_, n) => archive.add(frame(n), network(1)));
  await archive.stop();
  await expect(added[5000]).rejects.toMatchObject({ key: 'storeUnavailable' });
  await Promise.all(added.slice(0, 5000));
  expect(written).toHaveLength(5000);
  expect(written[3]).toEqual({ sn: 'S3', time: 3, gateway: 'v5', frame: '03' });
});

test('a frame that the store did not take is not kept for taken', async () => {
  const { archive, errors } = archiveOn(() => Promise.reject(new Error('down')));
  const added = archive.add(frame(1), network(1));
  added.catch(() => undefined);
  await archive.stop();
  await expect(added).rejects.toMatchObject({ key: 'storeUnavailable' });
  expect(errors).toEqual([new Error('down')]);
});

const MB = 1024 * 1024;
const large = (bytes: number) => ({ ...frame(1), bytes: new Uint8Array(bytes) });

test('frames of a megabyte do not fill memory: what waits is bounded in bytes, also while it is written', async () => {
  const gate = Promise.withResolvers<void>();
  const { archive } = archiveOn(() => gate.promise);
  const added = Array.from({ length: 8 }, () => archive.add(large(MB), network(1)));
  await expect(archive.add(large(1), network(2))).rejects.toMatchObject({ key: 'storeUnavailable' });
  const written = archive.stop();
  await expect(archive.add(large(1), network(2))).rejects.toMatchObject({ key: 'storeUnavailable' });
  gate.resolve();
  await Promise.all([...added, written]);
  const next = archive.add(large(1), network(2));
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
  for (let n = 0; n < 17; n += 1) await send(4 * MB, network(3));
  expect(archive.state()).toEqual({ archivedFrames: 16, archivedBytes: 64 * MB, droppedFrames: 1 });
  await send(10, network(4));
  expect(archive.state()).toMatchObject({ archivedFrames: 17, droppedFrames: 1 });
  platform.clock.advance(86_400_000);
  await send(10, network(3));
  expect(archive.state()).toMatchObject({ archivedFrames: 18, droppedFrames: 1 });
});

test('frames that a failing store refuses again and again use nothing of the share of their sender', async () => {
  let fails = true;
  const { archive } = archiveOn(async () => {
    if (fails) throw new Error('down');
  });
  const send = async () => {
    const added = archive.add(large(4 * MB), network(5));
    added.catch(() => undefined);
    await archive.stop();
    return added;
  };
  for (let n = 0; n < 20; n += 1) await expect(send()).rejects.toMatchObject({ key: 'storeUnavailable' });
  fails = false;
  await send();
  expect(archive.state()).toMatchObject({ archivedFrames: 1, droppedFrames: 0 });
});
