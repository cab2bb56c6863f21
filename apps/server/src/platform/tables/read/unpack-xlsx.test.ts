import { LIMITS } from '@sunfleet/contract';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { unpackXlsx } from './unpack-xlsx.ts';

const keyOf = (work: () => unknown) => {
  try {
    work();
    return 'read';
  } catch (error) {
    return (error as { key?: string }).key;
  }
};

test('only what says values is handed on', () => {
  const packed = zipSync({
    '[Content_Types].xml': strToU8('<Types/>'),
    'xl/workbook.xml': strToU8('<workbook/>'),
    'xl/worksheets/sheet1.xml': strToU8('<worksheet/>'),
    'xl/media/image1.png': strToU8('picture'),
    'xl/vbaProject.bin': strToU8('macro'),
    '../../etc/passwd': strToU8('elsewhere'),
  });
  expect(Object.keys(unzipSync(unpackXlsx(packed))).toSorted()).toEqual([
    '[Content_Types].xml',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
  ]);
});

test('a small file that becomes a large one is refused, whatever it says of its sizes', () => {
  const zeros = new Uint8Array(LIMITS.stationBatchUnpackedBytes + 1);
  const packed = zipSync({ 'xl/worksheets/sheet1.xml': zeros }, { level: 1 });
  expect(packed.length).toBeLessThan(500_000);
  expect(keyOf(() => unpackXlsx(packed))).toBe('payloadTooLarge');
  // The sizes in its directory are made to say that it is tiny.
  const lying = packed.slice();
  new DataView(lying.buffer).setUint32(18, 10, true);
  new DataView(lying.buffer).setUint32(22, 10, true);
  expect(['payloadTooLarge', 'stationTableUnreadable']).toContain(keyOf(() => unpackXlsx(lying)));
});

test('markup that no spreadsheet writes is refused in any part, before the library reads it', () => {
  const parts = {
    'xl/styles.xml': `<numFmt numFmtId="200" formatCode="${'['.repeat(3000)}"/>`,
    'xl/sharedStrings.xml': '<sst><![CDATA[',
    'xl/worksheets/sheet1.xml': `<row a="${'x'.repeat(20_000)}"/>`,
  };
  for (const [name, part] of Object.entries(parts))
    expect(keyOf(() => unpackXlsx(zipSync({ [name]: strToU8(part) })))).toBe('stationTableUnreadable');
});

test('an archive of thousands of files, and one that is cut off', () => {
  const names = Array.from({ length: 1200 }, (_, n) => [`xl/a${n}.xml`, new Uint8Array()]);
  expect(keyOf(() => unpackXlsx(zipSync(Object.fromEntries(names))))).toBe('payloadTooLarge');
  const whole = zipSync({ 'docs/readme.txt': strToU8('no workbook') });
  expect(keyOf(() => unpackXlsx(whole))).toBe('stationTableUnreadable');
});
