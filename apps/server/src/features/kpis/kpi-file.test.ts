import { KPI_INPUTS, KPIS, type KpiFigures } from '@sunfleet/contract';
import { text as readAll } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { kpisOf } from '@sunfleet/analysis';
import { gather } from './kpi-columns.ts';
import { kpiFile } from './kpi-file.ts';

const row = {
  label: '2026-06',
  days: 2,
  n_sum: 2,
  cap_sum: 20,
  energy_n_sum: 2,
  energy_kwh_sum: 90,
  energy_full_sum: 480,
  energy_yield: 9,
};
const sums = gather([row]);
const figures: KpiFigures = { values: kpisOf(sums), sums };
const answer = { total: figures, buckets: [{ ...figures, start: '2026-06' }] };
/** Words that a spreadsheet would take for a formula. */
const text = (_: string, key: string) => (key === 'kpis.column.period' ? '=cmd()' : key);

test('the file has a line for each bucket and one for all, unknown cells are empty, and no cell is a formula', async () => {
  const csv = await readAll(kpiFile(answer, { text, language: 'en-US', format: 'csv' }));
  const [head = '', first = '', all = ''] = csv.split('\r\n');
  expect(head.startsWith("'=cmd()")).toBe(true);
  expect(head.split(',')).toHaveLength(2 + 2 * KPIS.length + Object.keys(KPI_INPUTS).length);
  const titles = head.split(',');
  const cell = (line: string, title: string) => line.split(',')[titles.indexOf(title)];
  expect(cell(first, 'kpis.name.finalYield (h)')).toBe('9');
  expect(cell(first, 'kpis.name.capacityFactor (%)')).toBe('18.75');
  expect(cell(first, 'kpis.name.performanceRatio (%)')).toBe('');
  expect(cell(first, 'kpis.input.energy (kWh)')).toBe('90');
  expect(cell(first, 'kpis.input.expected (kWh)')).toBe('');
  expect(all.startsWith('kpis.total,')).toBe(true);
});

test('a workbook is one', async () => {
  const chunks = await kpiFile(answer, { text, language: 'en-US', format: 'xlsx' }).toArray();
  expect(Buffer.concat(chunks).subarray(0, 2).toString()).toBe('PK');
});
