import { ADDRESSES, STATION_STATUSES, type StationStatus } from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mintStationRow } from '../../../test/mint.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes } from '../routes.tsx';

const AT = ADDRESSES.stations;
const counts = Object.fromEntries(STATION_STATUSES.map((status) => [status, 0])) as Record<
  StationStatus,
  number
>;
const rows = [mintStationRow({ id: 1, name: 'North roof' }), mintStationRow({ id: 2, name: 'South roof' })];
const answers = {
  listStations: { total: 40, page: 1, pageSize: 20, rows, counts },
  stationDayCurves: [],
  listSavedViews: [],
  listRevenues: [],
  listLabels: [],
};

const choose = async (user: Awaited<ReturnType<typeof renderPage>>['user'], action: string) => {
  await user.click(await screen.findByRole('button', { name: /Other actions/ }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
};

const digest = 'a'.repeat(64);

test('all that fit the filters are ended by their number, and each refusal says why', async () => {
  const results = [
    { id: 1, name: 'North roof', outcome: 'done' as const, reason: null },
    { id: 2, name: 'South roof', outcome: 'refused' as const, reason: 'Somebody is at it.' },
  ];
  const { user, inputs } = await renderPage(routes, {
    at: `${AT}?name=roof`,
    answers: {
      ...answers,
      endSeveralStations: { results },
      nameSeveralStations: { count: 40, names: ['North roof', 'South roof'], digest },
    },
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select North roof' }));
  await user.click(screen.getByRole('button', { name: 'Select all 40 that fit the filters' }));
  await choose(user, 'End stations');
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('North roof, South roof and 38 more')).toBeTruthy();
  const end = dialog.getByRole('button', { name: 'End stations' });
  expect(end).toHaveProperty('disabled', true);
  await user.type(dialog.getByRole('textbox', { name: 'Type 40 to confirm' }), '40');
  await user.click(end);
  await waitFor(() =>
    expect(inputs('endSeveralStations')).toEqual([
      { body: { target: { filters: { name: 'roof' }, count: 40 }, typed: 40, digest } },
    ]),
  );
  expect(await screen.findByText('Done: 1')).toBeTruthy();
  expect(screen.getByText('Refused: 1')).toBeTruthy();
  expect(screen.getByText('Somebody is at it.')).toBeTruthy();
});

test('only what the account may do is offered', async () => {
  const looking = await renderPage(routes, { at: AT, role: 'internalReadOnly', answers });
  await looking.user.click(await screen.findByRole('checkbox', { name: 'Select North roof' }));
  await looking.user.click(await screen.findByRole('button', { name: /Other actions/ }));
  const names = async () => (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(await names()).toEqual(['Mark as favourites', 'No longer favourites']);
  looking.unmount();
  await renderPage(routes, { at: AT, role: 'visitor', answers });
  await screen.findByText('North roof');
  expect(screen.queryByRole('checkbox')).toBeNull();
});
