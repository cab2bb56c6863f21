import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { loadSimWords } from './import-fields.ts';
import { readSimTable } from './read-sims.ts';
import { AppError } from '../../platform/errors.ts';
import { readTable } from '../../platform/tables/read/read-table.ts';

const words = await loadSimWords('en-US');
const reading = { words, language: 'en-US', text: (_: string, key: string) => key } as const;

/** Reads an uploaded table as far as its cards; a table that is none is refused by one error of ours. */
async function read(bytes: Uint8Array): Promise<void> {
  try {
    const table = await readTable(bytes);
    const { records, rows, errors, errorCount } = await readSimTable(table, reading);
    expect(records.length).toBeLessThanOrEqual(rows);
    expect(errors.length).toBeLessThanOrEqual(errorCount());
  } catch (error) {
    expect(error).toBeInstanceOf(AppError);
  }
}

test('random bytes below headings are cards, wrong cells, or one error of ours', async () => {
  const heads = fc.constantFrom('ICCID,Status\n', 'iccid;usedMb;expiresOn\n', '\uFEFFICCID\tIMEI\n', '');
  await fc.assert(
    fc.asyncProperty(heads, fc.uint8Array({ maxLength: 300 }), (head, noise) =>
      read(Buffer.concat([Buffer.from(head), noise])),
    ),
    { numRuns: 300 },
  );
});

const PARTS = {
  '[Content_Types].xml':
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>',
  'xl/workbook.xml':
    '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
  'xl/worksheets/sheet1.xml':
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>ICCID</t></is></c></row><row r="2"><c r="A2"><v>8949</v></c></row></sheetData></worksheet>',
} as const;
type Part = keyof typeof PARTS;

const workbook = (changed: Partial<Record<Part, string>> = {}) =>
  zipSync(
    Object.fromEntries(
      Object.entries({ ...PARTS, ...changed }).map(([name, text]) => [name, strToU8(text)] as const),
    ),
  );

test('workbooks with bytes changed or cut off are read, or one error of ours', async () => {
  const whole = workbook();
  const spoil = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 })), {
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(spoil, fc.nat(whole.length), (places, length) => {
      const bytes = whole.slice();
      for (const [at, byte] of places) bytes[at] = byte;
      return read(length % 3 === 0 ? bytes.subarray(0, length) : bytes);
    }),
    { numRuns: 200 },
  );
});

test('workbooks whose texts somebody wrote by hand are read, or one error of ours', async () => {
  const pieces = fc.constantFrom(
    '<c r="A1">',
    '</c>',
    '<row r="2">',
    '<v>',
    '</v>',
    '1e309',
    't="s"',
    '<is><t>',
    '&#x0;',
    '<!--',
    ']]>',
    'r="ZZZ9"',
    '&lol;',
    '<!DOCTYPE x>',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...(Object.keys(PARTS) as Part[])),
      fc.array(pieces, { maxLength: 12 }),
      fc.nat(200),
      (part, texts, at) => {
        const text = PARTS[part];
        return read(workbook({ [part]: text.slice(0, at) + texts.join('') + text.slice(at) }));
      },
    ),
    { numRuns: 150 },
  );
});
