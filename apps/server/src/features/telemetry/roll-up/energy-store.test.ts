import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import type { Cell, Cells, FlowCells } from './energy-cells.ts';
import { readCells, writeCells } from './energy-store.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

const T0 = Date.UTC(2026, 5, 21, 10);
const cell = (kwh: number, more: Partial<Cell> = {}): Cell => ({
  kwh,
  spread: 0,
  source: 'lifetime',
  completeness: 1,
  ...more,
});
const flow = (id: number, cells: Cells): FlowCells => ({ id, flow: 'pv', cells: new Map([['hour', cells]]) });

test('cells come back as they were written, and written again they are replaced', async () => {
  const other = cell(4, { spread: 1.5, source: 'mixed', completeness: NaN });
  const first = flow(
    7,
    new Map([
      [T0, cell(1)],
      [T0 + 3_600_000, other],
    ]),
  );
  await writeCells(platform.samples, 'station', {
    flows: [first, flow(8, new Map([[T0, cell(9)]]))],
    version: 1,
  });
  await writeCells(platform.samples, 'station', { flows: [flow(7, new Map([[T0, cell(2)]]))], version: 2 });
  const spans = { hour: { start: T0, end: T0 + 2 * 3_600_000 } };
  const stored = await readCells(platform.samples, 'station', { ids: [7], spans });
  expect([...stored.keys()]).toEqual([7]);
  expect(stored.get(7)?.get('pv')?.get('hour')).toEqual(
    new Map([
      [T0, cell(2)],
      [T0 + 3_600_000, other],
    ]),
  );
});

test('devices and stations with the same id are apart, and the span ends before its end', async () => {
  await writeCells(platform.samples, 'device', { flows: [flow(21, new Map([[T0, cell(1)]]))], version: 1 });
  const spans = { hour: { start: T0 - 3_600_000, end: T0 } };
  expect(await readCells(platform.samples, 'device', { ids: [21], spans })).toEqual(new Map());
  const whole = { hour: { start: T0, end: T0 + 1 } };
  expect(await readCells(platform.samples, 'station', { ids: [21], spans: whole })).toEqual(new Map());
});
