import { ADDRESSES, type StationDataErrors } from '@sunfleet/contract';
import { screen, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { expectAccessible } from '../../test/expect-accessible.ts';
import { mintStationDetail } from '../../test/mint-access.ts';
import { renderPage } from '../../test/render-page.tsx';
import { errorsTable } from './errors-table.ts';
import { stepOf } from './heat-map.tsx';
import { routes } from './routes.tsx';

const errors: StationDataErrors = {
  timeZone: 'Europe/Madrid',
  days: ['2026-06-19', '2026-06-20'],
  devices: [
    {
      id: 4,
      sn: 'SN4',
      name: 'Roof',
      kind: 'inverter',
      completeness: [null, 0.6],
      errors: [
        {
          kind: 'gap',
          day: '2026-06-20',
          count: 1,
          minutes: 240,
          spread: 21.5,
          touched: ['energy', 'availability'],
        },
        {
          kind: 'counterReset',
          day: '2026-06-20',
          count: 2,
          minutes: null,
          spread: null,
          touched: ['energy'],
        },
      ],
    },
  ],
};
const noStations = { total: 0, page: 1, pageSize: 50, rows: [], counts: {} };
const answers = {
  stationDataErrors: errors,
  getStation: mintStationDetail({ id: 1 }),
  listStations: noStations as never,
};

test('where not all days fit, the newest ones are seen first', async () => {
  const width = vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(700);
  onTestFinished(() => width.mockRestore());
  await renderPage(routes, { at: `${ADDRESSES.dataErrors}?id=1`, answers });
  const group = await screen.findByRole('group', { name: 'Completeness by day' });
  expect(group.scrollLeft).toBe(700);
});

test('each day of a device is a cell with its share, each error names the figure that it touched', async () => {
  await renderPage(routes, { at: `${ADDRESSES.dataErrors}?id=1`, answers });
  const heat = await screen.findByRole('table', { name: 'Completeness by day' });
  const cells = within(heat).getAllByRole('cell');
  expect(cells.map((cell) => cell.textContent)).toEqual(['Nothing expected', '60%']);
  expect(cells.map((cell) => cell.dataset.step)).toEqual(['0', '3']);
  const list = screen.getByRole('table', { name: 'Errors' });
  const [, gap, reset] = within(list).getAllByRole('row');
  expect(gap!.textContent).toContain('Gap');
  expect(gap!.textContent).toMatch(/21\.5\skWh laid over it/);
  expect(gap!.textContent).toContain('Energy, Availability');
  expect(reset!.textContent).toContain('Times: 2');
  await expectAccessible();
});

test('without a station one is to be chosen', async () => {
  await renderPage(routes, { at: ADDRESSES.dataErrors, answers });
  expect(await screen.findByText('Choose a station')).toBeTruthy();
});

test('shares have five steps, the last one is whole', () => {
  expect([0, 0.24, 0.25, 0.5, 0.75, 0.94, 0.95, 1].map(stepOf)).toEqual([1, 1, 2, 3, 4, 4, 5, 5]);
});

test('the file has a line for each error', () => {
  const { columns, rows } = errorsTable(errors, ((key: string) => key) as never);
  expect(rows.map((row) => row.length)).toEqual([columns.length, columns.length]);
  expect(rows[0]).toEqual([
    '2026-06-20',
    'SN4',
    'kind.gap',
    240,
    1,
    21.5,
    'figure.energy, figure.availability',
  ]);
});
