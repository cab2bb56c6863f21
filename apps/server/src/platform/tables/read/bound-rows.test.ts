import { LIMITS } from '@sunfleet/contract';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { boundRows, MOST_LETTERS } from './bound-rows.ts';
import { readTable } from './read-table.ts';

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relationsOf = (parts: readonly (readonly [type: string, target: string])[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${parts
    .map(([type, target], n) => `<Relationship Id="r${n}" Type="${RELATIONS}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** A workbook of one sheet with these rows, in the language of its files. */
function workbook(rows: string, sharedText = '', place = 'worksheets/sheet1.xml'): Uint8Array {
  const files = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': relationsOf([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${RELATIONS}"><sheets><sheet name="S" sheetId="1" r:id="r0"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationsOf([
      ['worksheet', place],
      ['sharedStrings', 'sharedStrings.xml'],
    ]),
    'xl/sharedStrings.xml': `<sst ${MAIN}><si><t>${sharedText}</t></si></sst>`,
    [`xl/${place}`]: `<worksheet ${MAIN}><sheetData>${rows}</sheetData></worksheet>`,
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
}

const cell = (place: string, row: number) => `<row r="${row}"><c r="${place}" t="s"><v>0</v></c></row>`;

test('empty cells behind the last one are none, and more columns than a table of stations has are refused', async () => {
  expect(boundRows([['a', null, ''], ['', 'b', null], []])).toEqual([['a'], ['', 'b'], []]);
  const wide = strToU8('a,'.repeat(LIMITS.stationBatchColumns + 1));
  await expect(readTable(wide)).rejects.toMatchObject({ key: 'stationTableTooWide' });
});

test('a line of very many columns is refused before it is cut into them', async () => {
  const long = strToU8(`a,b\n${','.repeat(LIMITS.stationBatchColumns * MOST_LETTERS + 1)}\nc,d`);
  await expect(readTable(long)).rejects.toMatchObject({ key: 'stationTableTooWide' });
});

test('a text that very many cells name by its number is told once too often', async () => {
  expect(await readTable(workbook(cell('A1', 1), 'Roof'))).toMatchObject({ rows: [['Roof']] });
  const rows = Array.from({ length: 4000 }, (_, n) => cell(`A${n + 1}`, n + 1)).join('');
  const bomb = workbook(rows, 'a'.repeat(100_000));
  expect(bomb.length).toBeLessThan(100_000);
  await expect(readTable(bomb)).rejects.toMatchObject({ key: 'payloadTooLarge' });
});

test('a cell far out is refused before what lies between is made', async () => {
  const far = workbook(cell('A1', 1) + cell('XFD5000', 5000), 'Roof');
  await expect(readTable(far)).rejects.toMatchObject({ key: 'stationTableUnreadable' });
  const elsewhere = workbook(cell('A1', 1) + cell('XFD500', 500), 'Roof', 'sheet.xml');
  await expect(readTable(elsewhere)).rejects.toMatchObject({ key: 'stationTableUnreadable' });
});
