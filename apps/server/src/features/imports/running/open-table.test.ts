import { importMapping, LIMITS } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import type { Row } from '../reading/row-reader.ts';
import { openTable } from './open-table.ts';

const NOW = Date.UTC(2026, 0, 1);
const mapping = (values: object = {}) =>
  importMapping.parse({
    stationId: 1,
    timeColumn: 'time',
    timeZone: 'UTC',
    sn: 'SN-1',
    columns: [{ column: 'P', point: 'ac.power' }],
    ...values,
  });

let closed = 0;
async function* chunksOf(text: string, size = 8): AsyncGenerator<Buffer> {
  try {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  } finally {
    closed += 1;
  }
}

async function rowsOf(text: string, values: object = {}): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of (await openTable(chunksOf(text), mapping(values), NOW)).rows) rows.push(row);
  return rows;
}

test('rows below the header, with the numbers of their lines', async () => {
  const rows = await rowsOf('time,P\n2025-07-01,1\n\n2025-07-02,2\n');
  expect(rows.map(({ line, samples }) => [line, samples[0]?.value])).toEqual([
    [2, 1],
    [4, 2],
  ]);
});

test('a column that comes twice is told apart by its number', async () => {
  const columns = [{ column: 'P (2)', point: 'ac.power' }];
  const [row] = await rowsOf('time,P,P\n2025-07-01,1,2\n', { columns });
  expect(row?.samples[0]?.value).toBe(2);
});

test('an empty file and a mapping that does not fit are refused, and the file is closed', async () => {
  await expect(rowsOf('')).rejects.toMatchObject({ key: 'malformedCsv' });
  const before = closed;
  await expect(rowsOf('when,P\n1,2\n')).rejects.toMatchObject({ key: 'importMappingIncomplete' });
  await expect.poll(() => closed).toBeGreaterThan(before);
});

test('leaving the rows early closes the file', async () => {
  const before = closed;
  const table = await openTable(chunksOf('time,P\n2025-07-01,1\n'.padEnd(4000, '\n')), mapping(), NOW);
  await table.rows.next();
  await table.rows.return(undefined);
  await expect.poll(() => closed).toBeGreaterThan(before);
});

test('a header of more columns than a spreadsheet has is refused, one of as many is looked up at once', async () => {
  const names = (count: number) => Array.from({ length: count }, (_, n) => `c${n}`).join(',');
  const open = (count: number) =>
    openTable(
      chunksOf(`time,P,${names(count - 2)}\n`, 65_536),
      mapping({
        columns: Array.from({ length: 1000 }, (_, n) => ({ column: 'P', point: 'ac.power', sn: `SN-${n}` })),
      }),
      NOW,
    );
  const table = await open(LIMITS.importColumns);
  await table.rows.return(undefined);
  await expect(open(LIMITS.importColumns + 1)).rejects.toMatchObject({ key: 'malformedCsv' });
});
