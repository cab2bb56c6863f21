import { ADDRESSES, STATION_STATUSES, type StationExport, type StationStatus } from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import { mintStationRow } from '../../../test/mint.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes } from '../routes.tsx';

const counts = Object.fromEntries(STATION_STATUSES.map((status) => [status, 0])) as Record<
  StationStatus,
  number
>;
const answers = {
  listStations: { total: 1, page: 1, pageSize: 20, rows: [mintStationRow()], counts },
  stationDayCurves: [],
  listSavedViews: [],
  listRevenues: [],
};
const mint = (changes: Partial<StationExport>): StationExport => ({
  id: 1,
  format: 'xlsx',
  state: 'done',
  rows: 0,
  total: null,
  error: null,
  createdAt: Date.UTC(2026, 0, 1),
  goneAt: Date.UTC(2026, 0, 2),
  ...changes,
});

test('the list on screen is asked for as a file, whose progress, failure and download are shown', async () => {
  const files = [
    mint({ id: 3, state: 'running', rows: 12_000, total: 48_000 }),
    mint({ id: 2, state: 'failed', error: 'exportTooLarge' }),
    mint({ id: 1, format: 'csv', rows: 5, total: 5 }),
  ];
  const { user, inputs } = await renderPage(routes, {
    at: `${ADDRESSES.stations}?name=roof&sort=name&order=asc`,
    answers: {
      ...answers,
      exportStations: files[0]!,
      listStationExports: files,
      deleteStationExport: null,
    },
  });
  await user.click(await screen.findByRole('button', { name: /Export/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Excel (XLSX)' }));
  const panel = within(await screen.findByRole('dialog'));
  expect(await panel.findByText('12,000 of 48,000 rows')).toBeTruthy();
  expect(panel.getByText('A file holds at most 100,000 stations. Narrow the list.')).toBeTruthy();
  expect(panel.getByText('5 rows')).toBeTruthy();
  expect(panel.getAllByRole('button', { name: 'Download' })).toHaveLength(1);
  const body = inputs('exportStations')[0]?.body;
  expect(body).toMatchObject({ format: 'xlsx', filters: { name: 'roof' }, sort: 'name', order: 'asc' });
  expect(body?.columns).toContain('power');
  expect(body?.columns).not.toContain('day');
  expect(body?.columns).not.toContain('owner');
  await expectAccessible();
  await user.click(panel.getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(inputs('deleteStationExport')).toEqual([{ params: { id: 3 } }]));
});
