import { buffer } from 'node:stream/consumers';
import { LANGUAGES, STATION_FIELDS } from '@sunfleet/contract';
import { readSheet } from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { loadTexts } from '../../platform/text.ts';
import { plainHeading } from '../../platform/tables/read/plain-heading.ts';
import { loadWords } from './headings.ts';
import { readTable } from '../../platform/tables/read/read-table.ts';
import { stationTemplate } from './station-template.ts';

const text = await loadTexts();

test.each(LANGUAGES)(
  'the headings of the template in %s are those that a table is read by',
  async (language) => {
    const { headings } = await loadWords('en-US');
    for (const format of ['xlsx', 'csv'] as const) {
      const file = new Uint8Array(await buffer(stationTemplate(text, language, format)));
      const { rows } = await readTable(file);
      expect(rows).toHaveLength(1);
      expect(rows[0]!.map((title) => headings.fields.get(plainHeading(String(title))))).toEqual(
        STATION_FIELDS,
      );
    }
  },
);

test('a workbook names what may be chosen on its second sheet, and what must be filled in has a star', async () => {
  const file = await buffer(stationTemplate(text, 'de-DE', 'xlsx'));
  const [head] = await readSheet(file, 1);
  expect(head!.slice(0, 3)).toEqual([
    'Name *',
    expect.stringMatching(/ \*$/),
    expect.stringMatching(/\(kWp\) \*$/),
  ]);
  const choices = await readSheet(file, 2);
  expect(choices.flat()).toContain(text('de-DE', 'stations.type.commercial'));
});
