import { ADDRESSES, STATION_STATUSES, type StationStatus } from '@sunfleet/contract';
import { CallError } from '@sunfleet/api-client';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../test/expect-accessible.ts';
import { mintLabel } from '../../test/mint-access.ts';
import { mintAccount, mintSession, mintStationLive, mintStationRow } from '../../test/mint.ts';
import { renderPage } from '../../test/render-page.tsx';
import { storedColumns } from '../../ui/table/table-settings.ts';
import { routes } from './routes.tsx';

const AT = ADDRESSES.stations;
const counts = {
  ...Object.fromEntries(STATION_STATUSES.map((status) => [status, 0])),
  offline: 1,
  normal: 1,
} as Record<StationStatus, number>;
const rows = [
  mintStationRow({
    id: 1,
    name: 'Silent roof',
    capacityKw: 0,
    live: mintStationLive({ stationId: 1, status: 'offline', power: null, energyToday: null }),
  }),
  mintStationRow({
    id: 2,
    name: 'Busy roof',
    capacityKw: 10,
    live: mintStationLive({ stationId: 2, power: 4200, energyToday: 12.5 }),
  }),
];
const sums = {
  capacityKw: 1240,
  power: 8_200_000,
  energyToday: 4000,
  energyMonth: null,
  energyYear: null,
  energyTotal: null,
  expectedToday: 8000,
  energyOfExpected: 4000,
  lostToday: 4100,
};
const listStations = { total: 2, page: 1, pageSize: 20, rows, counts, sums };
const noRevenue = { sums: [], unknown: 0, converted: null, missing: [] };
const stationDayCurves = [
  { stationId: 2, power: [null, null, 1000, 4200, null] },
  { stationId: 1, power: [null, null, null, null, null] },
];

test('asks for the worst first and shows what is not known as not known', async () => {
  const { inputs } = await renderPage(routes, { at: AT, answers: { stationDayCurves, listStations } });
  const silent = (await screen.findByText('Silent roof')).closest('[data-row]')!;
  expect(silent.textContent).toContain('–');
  expect(silent.textContent).not.toMatch(/\b0\s(W|kWh)/);
  expect(silent.textContent).toContain('not stated');
  const busy = screen.getByText('Busy roof').closest('[data-row]')!;
  expect(busy.textContent).toMatch(/4\.2\skW.*12\.5\skWh.*1\.25\sh.*42%/);
  expect(inputs('listStations')[0]).toEqual({
    query: { page: 1, pageSize: 20, sort: 'loss', order: 'desc', sums: 'true' },
  });
  await expectAccessible();
});

test('photos are a column that somebody chooses, asked for all at once, with their room kept where there is none', async () => {
  const plain = await renderPage(routes, { at: AT, answers: { listStations, stationDayCurves } });
  await screen.findByText('Busy roof');
  expect(plain.inputs('listStationCovers')).toEqual([]);
  cleanup();
  storedColumns('stations', mintAccount().id).set(['name', 'cover']);
  const { inputs } = await renderPage(routes, {
    at: AT,
    answers: { listStations, listStationCovers: [{ stationId: 2, picture: 'UklGRg==' }] },
  });
  const busy = (await screen.findByText('Busy roof')).closest<HTMLElement>('[data-row]')!;
  await waitFor(() => expect(busy.querySelector('img')?.src).toBe('data:image/webp;base64,UklGRg=='));
  const silent = screen.getByText('Silent roof').closest('[data-row]')!;
  expect(silent.querySelectorAll('img')).toHaveLength(0);
  expect(inputs('listStationCovers')).toEqual([{ query: { ids: [1, 2] } }]);
  storedColumns('stations', mintAccount().id).set(undefined);
});

test('sums are of the server; the days of all rows are asked for at once', async () => {
  const { inputs } = await renderPage(routes, { at: AT, answers: { listStations, stationDayCurves } });
  const all = (await screen.findByText('2 stations')).closest('tr')!;
  expect(all.textContent).toMatch(/4\.1\sMWh.*50%.*8\.2\sMW/);
  const busy = screen.getByText('Busy roof').closest('[data-row]')!;
  expect(await within(busy as HTMLElement).findByRole('img', { name: /at most 4\.2/ })).toBeTruthy();
  expect(busy.textContent).toMatch(/7\.5\skWh.*63%/);
  expect(inputs('stationDayCurves')).toEqual([{ query: { ids: [1, 2] } }]);
});

test('search and status stand in the address and start at the first page', async () => {
  const { user, inputs, location } = await renderPage(routes, {
    at: `${AT}?page=2`,
    answers: { stationDayCurves, listStations },
  });
  await user.click(await screen.findByRole('button', { name: /Offline 1/ }));
  await user.type(screen.getByRole('searchbox', { name: /Name, address/ }), 'roof');
  await waitFor(() =>
    expect(inputs('listStations').at(-1)).toEqual({
      query: {
        q: 'roof',
        status: ['offline'],
        page: 1,
        pageSize: 20,
        sort: 'loss',
        order: 'desc',
        sums: 'true',
      },
    }),
  );
  expect(location()).toBe(`${AT}?status=offline&q=roof`);
});

test('letters and a state that are chosen before the page is drawn are all kept', async () => {
  const { location } = await renderPage(routes, { at: AT, answers: { stationDayCurves, listStations } });
  const field = await screen.findByRole('searchbox', { name: /Name, address/ });
  await screen.findByRole('button', { name: /Offline 1/ });
  await act(async () => {
    fireEvent.change(field, { target: { value: 'ro' } });
    expect((field as HTMLInputElement).value).toBe('ro');
    fireEvent.change(field, { target: { value: 'roof' } });
    fireEvent.click(screen.getByRole('button', { name: /Offline 1/ }));
  });
  expect(location()).toBe(`${AT}?q=roof&status=offline`);
});

test('leaving a view takes its filters and its order off', async () => {
  const view = {
    id: 7,
    list: 'stations' as const,
    name: 'Silent roofs',
    filters: { q: 'roof', status: 'offline' },
    sort: 'name',
    order: 'asc' as const,
    columns: [],
    shared: false,
    author: null,
    editable: true,
    isDefault: false,
    gone: [],
  };
  const { user, location } = await renderPage(routes, {
    at: `${AT}?saved=7`,
    answers: { stationDayCurves, listStations, listSavedViews: [view] },
  });
  await waitFor(() => expect(location()).toBe(`${AT}?saved=7&q=roof&status=offline&sort=name&order=asc`));
  await user.click(await screen.findByRole('button', { name: /^Silent roofs/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Everything, usual columns' }));
  await waitFor(() => expect(location()).toBe(AT));
});

test('a label filters the list and stands on what carries it', async () => {
  const mark = { id: 3, name: 'North', color: '#0B63BD' };
  const { inputs, user, location } = await renderPage(routes, {
    at: `${AT}?label=3,x`,
    answers: {
      listStations: { ...listStations, rows: [mintStationRow({ labels: [mark] })] },
      listLabels: [mintLabel({ id: 3, name: 'North' }), mintLabel({ id: 4, name: 'South' })],
    },
  });
  const row = (await screen.findByText('Station 1')).closest('tr')!;
  expect(row.textContent).toContain('North');
  expect(inputs('listStations')[0]?.query).toMatchObject({ label: [3] });
  await user.click(await screen.findByRole('combobox', { name: 'Label' }));
  await user.click(await screen.findByText('South', { selector: '.ant-select-item *' }));
  expect(location()).toBe(`${AT}?label=3%2C4`);
});

test('filters of columns stand in the address, say how many they are, and go one by one or together', async () => {
  const { user, inputs, location } = await renderPage(routes, {
    at: `${AT}?power=5000..&owner=Olga&capacity=x`,
    answers: { stationDayCurves, listStations, sumRevenues: noRevenue },
  });
  const active = within(await screen.findByRole('list', { name: 'Active filters' }));
  expect(active.getByText('Power now: ≥ 5 kW')).toBeTruthy();
  expect(inputs('listStations')[0]?.query).toMatchObject({ power: '5000..', owner: 'Olga' });
  expect(inputs('listStations')[0]?.query).not.toHaveProperty('capacity');
  await user.click(screen.getByRole('button', { name: 'Filters (2)' }));
  const panel = await screen.findByRole('dialog');
  const [low, high] = ['From', 'To'].map((end) =>
    within(panel).getByRole('spinbutton', { name: `Power now: ${end}` }),
  ) as [HTMLElement, HTMLElement];
  expect((low as HTMLInputElement).value).toBe('5');
  await user.type(high, '2{Enter}');
  expect(await within(panel).findByRole('alert')).toBeTruthy();
  await user.type(high, '.5{Backspace}{Backspace}0{Enter}');
  await waitFor(() => expect(location()).toBe(`${AT}?power=5000..20000&owner=Olga&capacity=x`));
  await expectAccessible();
  await user.click(active.getByRole('button', { name: 'Remove filter: Owner: Olga' }));
  await waitFor(() => expect(location()).toBe(`${AT}?power=5000..20000&capacity=x`));
  await user.click(within(panel).getByRole('button', { name: 'Clear all filters' }));
  expect(location()).toBe(AT);
});

test('revenue is sorted within one currency alone', async () => {
  const answers = {
    stationDayCurves,
    listStations,
    listRevenues: [],
    sumRevenues: noRevenue,
  };
  const first = await renderPage(routes, { at: `${AT}?sort=revenueToday&revenueToday=1..`, answers });
  await screen.findByText('Busy roof');
  expect(first.inputs('listStations')[0]?.query).toMatchObject({ sort: 'loss' });
  first.unmount();
  const { inputs } = await renderPage(routes, { at: `${AT}?sort=revenueToday&currency=EUR`, answers });
  await screen.findByText('Busy roof');
  expect(inputs('listStations')[0]?.query).toMatchObject({ sort: 'revenueToday', currency: 'EUR' });
});

test('a star marks a station, and the button shows the marked ones alone', async () => {
  const { user, inputs, location } = await renderPage(routes, {
    at: AT,
    answers: { stationDayCurves, listStations, favouriteStation: null },
  });
  await user.click(await screen.findByRole('button', { name: 'Favourite: Busy roof' }));
  await waitFor(() =>
    expect(inputs('favouriteStation')).toEqual([{ params: { id: 2 }, body: { favourite: true } }]),
  );
  expect(location()).toBe(AT);
  await user.click(screen.getByRole('button', { name: 'Favourites' }));
  expect(location()).toBe(`${AT}?favourite=1`);
  await waitFor(() => expect(inputs('listStations').at(-1)?.query).toMatchObject({ favourite: 'true' }));
});

test('where nothing is marked yet, the list says what the star does, and leads back', async () => {
  const none = { ...listStations, total: 0, rows: [] };
  const { user, location } = await renderPage(routes, {
    at: `${AT}?favourite=1`,
    answers: { stationDayCurves, listStations: none },
  });
  await screen.findByText('No favourites yet');
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(location()).toBe(AT);
});

test('a row opens its station', async () => {
  const { user, location } = await renderPage(
    [...routes.slice(0, 1), { path: `${ADDRESSES.station}/overview`, element: 'there' }],
    {
      at: AT,
      answers: { stationDayCurves, listStations },
    },
  );
  await user.click(await screen.findByText('Busy roof'));
  expect(location()).toBe(`${ADDRESSES.station}/overview?id=2`);
});

test('filters that leave nothing can be cleared', async () => {
  const { user, location } = await renderPage(routes, {
    at: `${AT}?q=nothing`,
    answers: { stationDayCurves, listStations: { ...listStations, total: 0, rows: [] } },
  });
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
  expect(location()).toBe(AT);
});

test('a server that fails is told in words, with another try', async () => {
  await renderPage(routes, {
    at: AT,
    answers: { stationDayCurves, listStations: new CallError('offline') },
  });
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('who may create stations adds one, and is led there while there is none', async () => {
  const nothing = { ...listStations, total: 0, rows: [] };
  const there = [...routes.slice(0, 1), { path: ADDRESSES.addStation, element: 'a new one' }];
  const { user, location, unmount } = await renderPage(there, {
    at: AT,
    role: 'owner',
    answers: { stationDayCurves, listStations: nothing },
  });
  expect(await screen.findByText(/the first data on one page/)).toBeTruthy();
  await expectAccessible();
  await user.click(screen.getByRole('link', { name: 'Add station' }));
  expect(location()).toBe(ADDRESSES.addStation);
  unmount();
  const own = await renderPage([...there, { path: ADDRESSES.addOwnStation, element: 'step by step' }], {
    at: AT,
    session: mintSession({ account: mintAccount('owner', { accountType: 'personal' }) }),
    answers: { stationDayCurves, listStations: nothing },
  });
  await own.user.click(await screen.findByRole('link', { name: 'Add station' }));
  expect(own.location()).toBe(ADDRESSES.addOwnStation);
  own.unmount();
  const full = await renderPage(there, {
    at: AT,
    role: 'installer',
    answers: { stationDayCurves, listStations },
  });
  await full.user.click(await screen.findByRole('button', { name: 'Add station' }));
  expect(full.location()).toBe(ADDRESSES.addStation);
  full.unmount();
  await renderPage(there, {
    at: AT,
    role: 'serviceProvider',
    answers: { stationDayCurves, listStations: nothing },
  });
  expect(
    await screen.findByText('Stations appear in the list as soon as somebody gives you access to them.'),
  ).toBeTruthy();
  expect(screen.queryByText('Add station')).toBeNull();
});
