import { CallError } from '@sunfleet/api-client';
import { always, fixedTariff } from '@sunfleet/analysis';
import {
  ADDRESSES,
  stationAddress,
  tariffAddress,
  type RevenuePeriod,
  type StationRevenue,
  type Tariff,
} from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { Outlet } from 'react-router';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../test/expect-accessible.ts';
import { mintAccount, mintSession, mintStationRow } from '../../test/mint.ts';
import { renderPage } from '../../test/render-page.tsx';
import { routes, stationTabs } from './routes.tsx';

const plain = <T,>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
const tariff = (changes: Partial<Tariff> = {}): Tariff => ({
  id: 3,
  name: 'House',
  currency: 'EUR',
  versions: [
    {
      from: null,
      rules: plain(fixedTariff({ import: 0.3, feedIn: 0.08 })) as Tariff['versions'][0]['rules'],
    },
  ],
  own: false,
  changeable: true,
  stations: 2,
  revision: 4,
  ...changes,
});
const listExchangeRates = { own: false, into: null, rates: [] };

test('a tariff that stations have is not deleted, and the server names them', async () => {
  const { user } = await renderPage(routes, {
    at: ADDRESSES.tariffs,
    answers: {
      listTariffs: [tariff()],
      listExchangeRates,
      deleteTariff: () => {
        throw new CallError('refused', { error: 'tariffInUse', message: 'Stations have this tariff: Barn.' });
      },
    },
  });
  expect((await screen.findByText('House')).closest('tr')!.textContent).toContain('One price');
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Delete tariff “House”' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(await within(dialog).findByText(/Barn/)).toBeTruthy();
});

test('who may only look finds tariffs and no buttons', async () => {
  await renderPage(routes, {
    at: ADDRESSES.tariffs,
    role: 'internalReadOnly',
    answers: { listTariffs: [tariff()], listExchangeRates },
  });
  await screen.findByText('House');
  expect(screen.queryByRole('button', { name: /tariff/i })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
});

test('a hole is told while it is typed, nothing is sent for it, and what is typed right is sent', async () => {
  const { user, inputs, location } = await renderPage(routes, {
    at: tariffAddress({ id: 3 }),
    answers: { listTariffs: [tariff()], listExchangeRates, updateTariff: tariff() },
  });
  const bought = await screen.findByRole('region', { name: 'Purchase' });
  expect(within(bought).getByText('Every time of the year has one price.')).toBeTruthy();
  await expectAccessible();
  const end = within(bought).getByLabelText('To');
  await user.clear(end);
  await user.type(end, '07:00');
  expect(within(bought).getByText('Times with no price or several: 2')).toBeTruthy();
  expect(within(bought).getAllByText('No price')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Check the fields that are marked.')).toBeTruthy();
  expect(inputs('updateTariff')).toEqual([]);
  await user.click(within(bought).getByRole('button', { name: 'Add a price' }));
  const second = within(within(bought).getByRole('group', { name: 'Price 2' }));
  await user.type(second.getByLabelText('EUR per kWh'), '-0,05');
  await user.clear(second.getByLabelText('From'));
  await user.type(second.getByLabelText('From'), '07:00');
  await user.clear(second.getByLabelText('To'));
  await user.type(second.getByLabelText('To'), '00:00');
  expect(within(bought).getByText('Every time of the year has one price.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(location()).toBe(ADDRESSES.tariffs));
  const rules = {
    ...fixedTariff({ import: 0.3, feedIn: 0.08 }),
    import: [
      { ...always(0.3)[0]!, to: 420 },
      { ...always(-0.05)[0]!, from: 420 },
    ],
  };
  expect(inputs('updateTariff')).toEqual([
    { params: { id: 3 }, body: { name: 'House', versions: [{ from: null, rules }], revision: 4 } },
  ]);
});

test('another example changes the prices and leaves name and currency as they were typed', async () => {
  const { user } = await renderPage(routes, {
    at: tariffAddress(),
    answers: { listTariffs: [], listExchangeRates },
  });
  await user.type(await screen.findByLabelText('Name'), 'Roof');
  await user.selectOptions(screen.getByLabelText('Currency'), 'EUR');
  await user.selectOptions(screen.getByLabelText('Begin with'), 'dayNight');
  expect(screen.getByRole('group', { name: 'Price 2' })).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Roof');
  expect(screen.getByLabelText<HTMLSelectElement>('Currency').value).toBe('EUR');
});

const period = (changes: Partial<RevenuePeriod> = {}): RevenuePeriod => ({
  from: '2026-06-21',
  to: '2026-06-21',
  revenues: [{ currency: 'EUR', parts: { feedIn: 240, selfUse: 720, import: -360 }, total: 600 }],
  gaps: [],
  energies: { pv: 48, export: 24, self: 24, import: 12 },
  unsettled: 0,
  divided: 0,
  ...changes,
});
const revenue = (changes: Partial<StationRevenue> = {}): StationRevenue => ({
  today: period(),
  month: period(),
  year: period(),
  total: null,
  step: 60,
  payback: { share: null, years: null, gap: 'noInvestment' },
  ...changes,
});
const stationRoutes = [
  {
    path: ADDRESSES.station,
    element: <Outlet context={mintStationRow({ id: 5, name: 'Barn' })} />,
    children: stationTabs,
  },
];
const stationTariffs = { terms: [], simple: null, investment: null };

test('revenue stands in parts, and what is not known has a reason and no zero', async () => {
  const unknown = period({
    revenues: [{ currency: 'EUR', parts: { feedIn: null, selfUse: null }, total: null }],
    gaps: ['noExport'],
  });
  await renderPage(stationRoutes, {
    at: stationAddress(5, 'money'),
    answers: { stationRevenue: revenue({ month: unknown }), stationTariffs, listTariffs: [] },
  });
  const today = await screen.findByRole('region', { name: 'Today' });
  expect(today.textContent).toContain('6.00');
  expect(today.textContent).toMatch(/-EUR\s3\.60/);
  const month = screen.getByRole('region', { name: 'This month' });
  expect(month.textContent).toContain('No meter tells what was fed in.');
  expect(month.textContent).not.toMatch(/0/);
  expect(screen.getByText('Enter what the station cost.')).toBeTruthy();
  await expectAccessible();
});

test('a station gets a tariff from a day on, and its cost', async () => {
  const { user, inputs } = await renderPage(stationRoutes, {
    at: stationAddress(5, 'money'),
    answers: {
      stationRevenue: revenue(),
      stationTariffs,
      listTariffs: [tariff()],
      setStationTariffs: null,
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Change tariffs and cost' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Add a tariff' }));
  await user.selectOptions(within(dialog).getByLabelText('Tariff'), 'House (EUR)');
  await user.type(within(dialog).getByLabelText('Holds from'), '2026-01-01');
  await user.type(within(dialog).getByLabelText('What the station cost'), '12500');
  await user.selectOptions(within(dialog).getByLabelText('Currency'), 'EUR');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(inputs('setStationTariffs')).toEqual([
    {
      params: { id: 5 },
      body: {
        terms: [{ from: '2026-01-01', tariffId: 3 }],
        investment: { amount: 12_500, currency: 'EUR' },
      },
    },
  ]);
});

test('rates are read from lines, a wrong line is named before anything is sent, and what is saved is said', async () => {
  const kept = { into: 'EUR', rates: [{ currency: 'USD', day: '2026-01-01', rate: 0.92 }] };
  const { user, inputs } = await renderPage(routes, {
    at: ADDRESSES.tariffs,
    answers: {
      listTariffs: [tariff()],
      listExchangeRates: () =>
        inputs('saveExchangeRates').length > 0 ? { own: false, ...kept } : listExchangeRates,
      saveExchangeRates: null,
    },
  });
  const rates = await screen.findByRole('region', { name: 'Exchange rates' });
  const lines = await within(rates).findByLabelText('Rates, one a line');
  await user.type(lines, 'USD,2026-01-01,x');
  expect(within(rates).getByText('Line 1 is not a currency, a day and a rate.')).toBeTruthy();
  await user.click(within(rates).getByRole('button', { name: 'Save' }));
  expect(inputs('saveExchangeRates')).toEqual([]);
  await user.clear(lines);
  await user.type(lines, 'USD,2026-01-01,0.92');
  await user.selectOptions(within(rates).getByLabelText('Convert into'), 'EUR');
  await user.click(within(rates).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(inputs('saveExchangeRates')).toEqual([{ body: kept }]));
  await waitFor(() => expect(inputs('listExchangeRates')).toHaveLength(2));
  expect(await within(rates).findByText('Exchange rates saved.')).toBeTruthy();
});

test('a tariff of stations out of reach is copied, and neither changed nor deleted', async () => {
  await renderPage(routes, {
    at: ADDRESSES.tariffs,
    session: mintSession({ account: mintAccount('serviceProvider') }),
    answers: { listTariffs: [{ ...tariff(), changeable: false }], listExchangeRates },
  });
  await screen.findByRole('button', { name: /^Copy/ });
  expect(screen.queryByRole('button', { name: /^(?:Change|Delete)/ })).toBeNull();
});

test('who reaches a part of the organisation reads its rates, and keeps their own', async () => {
  const account = mintAccount('serviceProvider');
  for (const own of [false, true]) {
    const { unmount } = await renderPage(routes, {
      at: ADDRESSES.tariffs,
      session: mintSession({ account }),
      answers: { listTariffs: [tariff()], listExchangeRates: { own, into: null, rates: [] } },
    });
    const rates = await screen.findByRole('region', { name: 'Exchange rates' });
    await within(rates).findByLabelText('Rates, one a line');
    expect(within(rates).queryAllByRole('button', { name: 'Save' })).toHaveLength(own ? 1 : 0);
    unmount();
  }
});
