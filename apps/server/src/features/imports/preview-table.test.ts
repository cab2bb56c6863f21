import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { previewTable } from './preview-table.ts';
import { readBytes } from './reading/decode-text.ts';

const preview = (content: string | Uint8Array) =>
  previewTable(readBytes(Readable.from([Buffer.from(content)], { objectMode: false })));

describe('rows', () => {
  test.each([
    ['a,b\n1,2\n3,4\n', 2],
    ['a,b\n1,2\n3,4', 2],
    ['a,b\r\n1,2\r\n3,4\r\n', 2],
    ['\uFEFFa,b\n1,2\n', 1],
  ])('%j has %d below its header', async (csv, rows) => {
    expect((await preview(csv)).rows).toBe(rows);
  });

  test('of a large file all are counted, twenty are shown', async () => {
    const lines = Array.from({ length: 50_000 }, (_, n) => `2025-07-01 12:00,${n}`);
    const found = await preview(gzipSync(`time,P\n${lines.join('\n')}\n`));
    expect(found.rows).toBe(50_000);
    expect(found.sample).toHaveLength(20);
    expect(found.sample[19]).toEqual(['2025-07-01 12:00', '20']);
    expect(found.ends).toEqual([
      ['2025-07-01 12:00', '0'],
      ['2025-07-01 12:00', '49999'],
    ]);
  });
});

describe('rows that are shown', () => {
  const night = Array.from({ length: 100 }, (_, n) => `2025-07-01 0${Math.floor(n / 60)}:${n % 60},0,0,4711`);

  test('of a file that begins at night are those of the day, though a counter stands all night', async () => {
    const day = ['2025-07-01 12:00,4.2,230,4712', '2025-07-01 12:05,4.4,231,4713'];
    const csv = `time,P (kW),DC power,Total yield\n${[...night, ...day].join('\n')}\n`;
    const { sample } = await preview(csv);
    expect(sample.slice(-2).map((row) => row.join(','))).toEqual(day);
    expect(sample).toHaveLength(6);
  });

  test('are those of the end where all of the beginning is night, and the first ones where there is no value', async () => {
    const dark = Array.from({ length: 20_000 }, () => '2025-07-01 00:00,0,0,4711');
    const light = Array.from({ length: 30 }, (_, n) => `2025-07-02 12:${10 + n},${n + 1},230,4712`);
    const header = 'time,P (kW),DC power,Total yield';
    const { sample } = await preview(`${header}\n${[...dark, ...light].join('\n')}\n`);
    expect(sample[0]).toEqual(['2025-07-02 12:10', '1', '230', '4712']);
    expect((await preview(`time,P\n${'2025-07-01 00:00,0\n'.repeat(9)}`)).sample).toHaveLength(6);
  });
});

describe('layout', () => {
  test('columns without a name and with the same name can be told apart', async () => {
    expect((await preview('time,,P,P\n1,2,3,4\n')).header).toEqual(['time', '#2', 'P', 'P (2)']);
  });

  test.each([
    ['utf-8', Buffer.from('Zeit;Größe\n1;2\n')],
    ['latin1', Buffer.from('Zeit;Größe;Wärme;Höhe\n1;2;3;4\n', 'latin1')],
    ['utf-16le', Buffer.from('\uFEFFZeit;Größe\n1;2\n', 'utf16le')],
  ])('%s is recognised', async (encoding, bytes) => {
    const found = await preview(bytes);
    expect(found.guess.encoding).toBe(encoding);
    expect(found.header[1]).toBe('Größe');
  });

  test('a sign inside quotes does not cut', async () => {
    const found = await preview('time,"Power, AC (kW)"\n2025-07-01 12:00,"1,234.5"\n');
    expect(found.header).toEqual(['time', 'Power, AC (kW)']);
    expect(found.guess).toMatchObject({
      delimiter: ',',
      decimal: '.',
      columns: [{ column: 'Power, AC (kW)', point: 'ac.power', scale: 1000 }],
    });
  });
});

describe('end of the file', () => {
  const rows = (days: readonly string[]) =>
    days.flatMap((day) =>
      Array.from({ length: 6000 }, (_, n) => `${day} 10:${String(n % 60).padStart(2, '0')};${n},5`),
    );

  test('decides between days and months where the beginning cannot', async () => {
    const european = `Zeit;P\n${rows(['01/02/2025', '02/02/2025', '03/02/2025', '04/02/2025']).join('\n')}\n`;
    const american = `Zeit;P\n${rows(['01/02/2025', '01/03/2025', '01/04/2025', '01/05/2025']).join('\n')}\n`;
    expect((await preview(european)).guess.timeFormat).toBe('DD/MM/YYYY HH:mm');
    expect((await preview(american)).guess.timeFormat).toBe('MM/DD/YYYY HH:mm');
  });
});

describe('what is no table', () => {
  test.each([
    ['a picture', Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1'), 'unsupportedFileType'],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj\n'), 'unsupportedFileType'],
    ['a workbook', Buffer.from('PK\u0003\u0004\u0014', 'latin1'), 'unsupportedFileType'],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), 'unsupportedFileType'],
    ['a packed workbook', gzipSync(Buffer.from('PK\u0003\u0004', 'latin1')), 'unsupportedFileType'],
    ['nothing', Buffer.alloc(0), 'malformedCsv'],
    ['a header alone', Buffer.from('time,P\n'), 'malformedCsv'],
    ['empty lines', Buffer.from('\n\n\n'), 'malformedCsv'],
  ])('%s', async (_, bytes, key) => {
    await expect(preview(bytes)).rejects.toMatchObject({ key });
  });
});
