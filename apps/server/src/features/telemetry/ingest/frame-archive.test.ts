import { expect, test } from 'vitest';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import { createFrameArchive } from './frame-archive.ts';

const frame = (n: number) => ({ sn: `S${n}`, time: n, gateway: 'v5', bytes: Uint8Array.of(n & 255) });

function archiveOn(insertRows: SamplesDb['insertRows']) {
  const errors: unknown[] = [];
  const archive = createFrameArchive({ insertRows } as SamplesDb, (error) => errors.push(error));
  return { archive, errors };
}

test('the newest frames are kept when more come than can be written', async () => {
  const written: object[] = [];
  const { archive } = archiveOn(async (table, rows) => {
    expect(table).toBe('raw_frames');
    written.push(...rows);
  });
  for (let n = 0; n < 5003; n += 1) archive.add(frame(n));
  await archive.stop();
  expect(written).toHaveLength(5000);
  expect(written[0]).toEqual({ sn: 'S3', time: 3, gateway: 'v5', frame: '03' });
});

test('a store that fails loses frames, not the server', async () => {
  const { archive, errors } = archiveOn(() => Promise.reject(new Error('down')));
  archive.add(frame(1));
  await archive.stop();
  expect(errors).toEqual([new Error('down')]);
});
