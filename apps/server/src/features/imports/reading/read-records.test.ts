import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { decodeText, readBytes, type Encoding } from './decode-text.ts';
import { headerNames, readRecords, type CsvRecord } from './read-records.ts';

async function rowsOf(
  bytes: Uint8Array,
  encoding: Encoding = 'utf-8',
  delimiter = ',',
): Promise<CsvRecord[]> {
  const rows: CsvRecord[] = [];
  const content = readBytes(Readable.from([Buffer.from(bytes)]));
  for await (const row of readRecords(decodeText(content, encoding), delimiter)) rows.push(row);
  return rows;
}

const cellsOf = async (...args: Parameters<typeof rowsOf>) => (await rowsOf(...args)).map((row) => row.cells);

describe('encodings', () => {
  const text = 'Zeit;Größe\n1;2\n';

  test.each([
    ['utf-8', Buffer.from(text)],
    ['utf-8', Buffer.from(`\uFEFF${text}`)],
    ['latin1', Buffer.from(text, 'latin1')],
    ['utf-16le', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['utf-8', gzipSync(text)],
    ['gbk', Buffer.from([0xca, 0xb1, 0xbc, 0xe4, 0x3b, 0x41, 0x0a])],
  ] as const)('%s', async (encoding, bytes) => {
    const expected = encoding === 'gbk' ? ['时间', 'A'] : ['Zeit', 'Größe'];
    expect((await cellsOf(bytes, encoding, ';'))[0]).toEqual(expected);
  });

  test('a file that changes from UTF-8 to Windows-1252 on the way is read line by line', async () => {
    const mixed = Buffer.concat([
      Buffer.from('a,°C\n'),
      Buffer.from('b,°C\n', 'latin1'),
      Buffer.from('c,°C\n'),
    ]);
    expect(await cellsOf(mixed)).toEqual([
      ['a', '°C'],
      ['b', '°C'],
      ['c', '°C'],
    ]);
  });
});

test('line numbers are those of the file, over empty lines and line breaks in quotes', async () => {
  const rows = await rowsOf(Buffer.from('h1,h2\r\n\r\n1,"a\r\nb"\r\n2,c'));
  expect(rows).toEqual([
    { line: 1, cells: ['h1', 'h2'] },
    { line: 4, cells: ['1', 'a\nb'] },
    { line: 5, cells: ['2', 'c'] },
  ]);
});

test('rows of other lengths and stray quotes come as they are', async () => {
  expect(await cellsOf(Buffer.from('a,b\n1\n1,2,3\n5" pipe,x\n'))).toEqual([
    ['a', 'b'],
    ['1'],
    ['1', '2', '3'],
    ['5" pipe', 'x'],
  ]);
});

test('a line without end and a quote without end are refused instead of filling the memory', async () => {
  await expect(rowsOf(Buffer.alloc(3 * 1024 * 1024, 'x'))).rejects.toMatchObject({ key: 'malformedCsv' });
  const open = Buffer.from(`a,b\n1,"${'x\n'.repeat(3_000_000)}`);
  await expect(rowsOf(open)).rejects.toMatchObject({ key: 'malformedCsv' });
});

test('a gzip file that unpacks beyond the limit is refused, and one cut off is malformed', async () => {
  await expect(
    rowsOf(gzipSync(Buffer.alloc(20_000_000, 'abcdefgh,ijklmnop,qrstuvw\n'))),
  ).rejects.toMatchObject({
    key: 'payloadTooLarge',
  });
  const cut = gzipSync(Buffer.from('a,b\n1,2\n'.repeat(1000))).subarray(0, -20);
  await expect(rowsOf(cut)).rejects.toMatchObject({ key: 'malformedCsv' });
});

test('names of a header are made different', () => {
  expect(headerNames(['time', ' P ', '', '#NAME?', '#NAME?', 'P'])).toEqual([
    'time',
    'P',
    '#3',
    '#NAME?',
    '#NAME? (2)',
    'P (2)',
  ]);
});
