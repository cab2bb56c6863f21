import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../../test/harness.ts';
import { energiesOf } from '../history/energy-history.ts';
import { fleetEnergy } from '../history/fleet-series.ts';
import { sumCells, type Cell, type Cells, type FlowCells } from './energy-cells.ts';
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

test('what is unknown stays unknown in the store, in sums and in answers', async () => {
  const day = Date.UTC(2026, 5, 22);
  const cells = (kwh: number) => new Map<'day', Cells>([['day', new Map([[day, cell(kwh)]])]]);
  const flows: FlowCells[] = [31, 32].map((id) => ({ id, flow: 'pv', cells: cells(id === 31 ? NaN : 5) }));
  await writeCells(platform.samples, 'station', { flows, version: 1 });
  const span = { start: day, end: day + 1 };
  const stored = await readCells(platform.samples, 'station', { ids: [31], spans: { day: span } });
  const unknown = stored.get(31)?.get('pv')?.get('day')?.get(day) ?? expect.fail();
  expect(unknown.kwh).toBeNaN();
  expect(energiesOf(new Map([['pv', unknown]]))).toEqual({ energies: {}, sources: {} });
  expect(sumCells([unknown, cell(5)])?.kwh).toBe(5);
  expect(sumCells([cell(5), unknown])?.kwh).toBe(5);
  expect(sumCells([unknown, unknown])?.kwh).toBeNaN();
  const fleet = await fleetEnergy(platform.samples, {
    stations: [31, 32],
    grain: 'day',
    from: '2026-06-22',
    to: '2026-06-22',
    farEast: [],
  });
  expect(fleet).toEqual([{ start: '2026-06-22', pv: 5, stations: 1 }]);
});
