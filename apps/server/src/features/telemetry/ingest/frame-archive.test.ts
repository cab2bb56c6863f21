import { expect, test } from 'vitest';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import { createFrameArchive } from './frame-archive.ts';

const frame = (n: number) => ({ sn: `S${n}`, time: n, gateway: 'v5', bytes: Uint8Array.of(n & 255) });

function archiveOn(insertRows: SamplesDb['insertRows']) {
  const errors: unknown[] = [];
  const archive = createFrameArchive({ insertRows } as SamplesDb, (error) => errors.push(error));
  return { archive, errors };
}

test('frames beyond the limit are turned away, to come again', async () => {
  const written: object[] = [];
  const { archive } = archiveOn(async (table, rows) => {
    expect(table).toBe('raw_frames');
    written.push(...rows);
  });
  const added = Array.from({ length: 5001 }, (_, n) => archive.add(frame(n)));
  await archive.stop();
  await expect(added[5000]).rejects.toMatchObject({ key: 'storeUnavailable' });
  await Promise.all(added.slice(0, 5000));
  expect(written).toHaveLength(5000);
  expect(written[3]).toEqual({ sn: 'S3', time: 3, gateway: 'v5', frame: '03' });
});

test('a frame that the store did not take is not kept for taken', async () => {
  const { archive, errors } = archiveOn(() => Promise.reject(new Error('down')));
  const added = archive.add(frame(1));
  added.catch(() => undefined);
  await archive.stop();
  await expect(added).rejects.toMatchObject({ key: 'storeUnavailable' });
  expect(errors).toEqual([new Error('down')]);
});
