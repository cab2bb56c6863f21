import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { importMapping } from '@sunfleet/contract';
import { expect, test, vi } from 'vitest';
import type { Row } from '../reading/row-reader.ts';
import { openTable } from '../running/open-table.ts';
import { createFileReader, FILE_LIMITS } from './file-reader.ts';

// Each starts a process of its own, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const NOW = Date.UTC(2026, 0, 1);
const mapping = importMapping.parse({
  stationId: 1,
  timeColumn: 'time',
  timeZone: 'Europe/Berlin',
  deviceColumn: 'device',
  columns: [
    { column: 'P', point: 'ac.power' },
    { column: 'E', point: 'energy.total' },
  ],
});

/** A file in chunks, as a folder gives it. */
function fileOf(bytes: Uint8Array): Readable {
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 65_536) chunks.push(Buffer.from(bytes.subarray(at, at + 65_536)));
  return Readable.from(chunks, { objectMode: false });
}

const TABLE = `time,device,P,E\n${Array.from(
  { length: 12_000 },
  (_, n) => `2025-07-01 12:${String(n % 60).padStart(2, '0')},INV${n % 7},${n % 13 === 0 ? 'x' : n},${n}`,
).join('\n')}\n`;

async function rowsOf(rows: AsyncIterable<Row>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

test('rows come out of the process as they are, problems included', async () => {
  const table = await createFileReader().open(fileOf(gzipSync(TABLE)), mapping, NOW);
  expect(table.columns).toEqual([
    { sn: null, point: 'ac.power' },
    { sn: null, point: 'energy.total' },
  ]);
  const direct = await openTable(Readable.from([Buffer.from(TABLE)]), mapping, NOW);
  expect(await rowsOf(table.rows)).toEqual(await rowsOf(direct.rows));
  await table.end();
});

test('a mapping that does not fit is refused with its field', async () => {
  const wrong = { ...mapping, timeColumn: 'when' };
  await expect(createFileReader().open(fileOf(Buffer.from(TABLE)), wrong, NOW)).rejects.toMatchObject({
    key: 'importMappingIncomplete',
    fields: [{ path: 'body.mapping.timeColumn', message: 'when' }],
  });
});

test('a file that is gone fails instead of waiting for ever', async () => {
  const gone = new Readable({
    read() {
      this.destroy(new Error('ENOENT'));
    },
  });
  await expect(createFileReader().preview(gone)).rejects.toThrow('ENOENT');
});

test('a file that takes too long is refused, and its process is ended', async () => {
  const hasty = createFileReader({ ...FILE_LIMITS, stepMs: 5 });
  await expect(hasty.open(fileOf(Buffer.from(TABLE)), mapping, NOW)).rejects.toMatchObject({
    key: 'importBeyondLimits',
    values: { reason: 'time' },
  });
});

test('the time of all steps together is limited, too', async () => {
  const hasty = createFileReader({ ...FILE_LIMITS, totalMs: 5 });
  await expect(hasty.preview(fileOf(Buffer.from(TABLE)))).rejects.toMatchObject({
    key: 'importBeyondLimits',
  });
});

test('a file that takes too much memory ends its process, not the server', async () => {
  const small = createFileReader({ ...FILE_LIMITS, memoryMb: 48 });
  // One column after the other, all of different names: the header of this table is kept as a whole.
  const header = Array.from({ length: 600_000 }, (_, n) => n.toString(36)).join(',');
  await expect(small.preview(fileOf(Buffer.from(`${header}\n${header}\n`)))).rejects.toMatchObject({
    name: 'AppError',
  });
});

test('a small packed file that unpacks to hundreds of megabytes is refused soon', async () => {
  const bomb = gzipSync(Buffer.alloc(300 * 1024 * 1024, '2025-07-01 12:00,INV1,1,1\n'), { level: 1 });
  await expect(createFileReader().preview(fileOf(bomb))).rejects.toMatchObject({ key: 'payloadTooLarge' });
});

test.each([
  ['ends in the middle', gzipSync(TABLE).subarray(0, -12)],
  ['is nothing but its mark', gzipSync(TABLE).subarray(0, 2)],
  ['has something else behind it', Buffer.concat([gzipSync('time,P\n1,2\n'), Buffer.from('not packed')])],
])('a packed file that %s is no table', async (_, bytes) => {
  await expect(createFileReader().preview(fileOf(bytes))).rejects.toMatchObject({ key: 'malformedCsv' });
});
