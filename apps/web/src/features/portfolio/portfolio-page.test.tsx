import {
  ADDRESSES,
  DEVICE_STATUSES,
  type PortfolioOverview,
  type Settings,
  STATION_STATUSES,
} from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../test/expect-accessible.ts';
import { storedPreferences } from '../../lib/settings/preferences.ts';
import { mintFigures, mintKpis } from '../../parts/kpis/mint-kpis.ts';
import { renderPage } from '../../test/render-page.tsx';
import { routes } from './routes.tsx';

const zeros = <K extends string>(keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, 0])) as Record<K, number>;

const overview: PortfolioOverview = {
  stations: 3,
  capacityKw: 120,
  power: 45_000,
  powerKnown: 2,
  energyToday: 300,
  energyMonth: null,
  energyYear: 9000,
  energyTotal: 50_000,
  stationStatuses: { ...zeros(STATION_STATUSES), offline: 1, normal: 2 },
  deviceStatuses: { ...zeros(DEVICE_STATUSES), normal: 5 },
  stationTypes: { commercial: { stations: 3, capacityKw: 120 } },
  alarms: { emergency: 1, general: 0, tip: 0 },
  expectedToday: 400,
  energyOfExpected: 300,
  lostToday: 120,
  performanceRatio: null,
  measured: 0,
  devicesOnline: 4,
  devicesTotal: 5,
  best: [{ id: 1, name: 'Sunny side', hours: 4.2, share: 0.9 }],
  worst: [{ id: 2, name: 'Shady side', hours: 0.4, share: 0.12 }],
  judged: 3,
  benefit: { co2: 23_750, coal: 20_000, trees: 32, factors: { co2: 0.475, coal: 0.4 } },
};
const answers = {
  portfolioOverview: overview,
  portfolioPower: { times: [], power: [], reporting: [] },
  portfolioEnergy: { buckets: [] },
  portfolioAvailability: { days: 30, devices: 5, communication: 0.9876, tellingDevices: 4, technical: 0.995 },
};
const AT = ADDRESSES.overview;
const known = mintFigures({ performanceRatio: 0.86, finalYield: 440 });

test('sums say how many stations they are of, and what is not known stays unknown', async () => {
  await renderPage(routes, { at: AT, answers });
  expect(await screen.findByText('Reporting: 2 of 3 stations')).toBeTruthy();
  expect(screen.getByText('This month').parentElement!.textContent).toContain('–');
  expect(screen.getByText('Per kWh: 0.475 kg CO₂, 0.40 kg coal')).toBeTruthy();
  await expectAccessible();
});

test('key figures of all stations open to their inputs, name the missing ones and are saved with them', async () => {
  const { user, inputs } = await renderPage(routes, {
    at: AT,
    answers: {
      ...answers,
      portfolioKpis: { ...mintKpis(known), stations: 3 },
      exportPortfolioKpis: new Blob(['key;figures']),
    },
  });
  const ratio = (await screen.findByText('Performance ratio', { selector: 'summary span' })).closest(
    'details',
  )!;
  expect(ratio.textContent).toMatch(/86\.0\s?%/);
  expect(ratio.textContent).toContain('Known days: 28 of 30');
  await user.click(within(ratio).getByText('Performance ratio'));
  expect(within(ratio).getByText('Nameplate power in that light').closest('div')!.textContent).toMatch(
    /5\sMWh/,
  );
  const index = screen.getByText('Inverter efficiency', { selector: 'summary span' }).closest('details')!;
  expect(index.textContent).toContain('No sensor that is believed measures light');
  await user.click(within(ratio.closest('section')!).getByRole('button', { name: /^Save/ }));
  await user.click(await screen.findByText(/CSV/));
  await waitFor(() => expect(inputs('exportPortfolioKpis')).toHaveLength(1));
  expect(inputs('exportPortfolioKpis')[0]).toMatchObject({
    query: { grain: expect.any(String), format: 'csv' },
  });
});

test('alarms and losses stand before the benefit; what cannot be computed says why and is not zero', async () => {
  await renderPage(routes, { at: AT, answers });
  const losses = await screen.findByText('Alarms and losses');
  const benefit = screen.getByText('Environmental benefit');
  expect(losses.compareDocumentPosition(benefit) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  const figure = (label: string) => screen.getByText(label).parentElement!.textContent;
  expect(figure('Lost today')).toContain('120 kWh');
  expect(figure('Of expected today')).toContain('75%');
  expect(figure('Performance ratio today')).toMatch(/–.*No station has measured its irradiation/);
  expect(figure('Devices available now')).toContain('80%');
  await waitFor(() =>
    expect(figure('Communication availability')).toContain('98.8%of the daylight of the last 30 days'),
  );
  expect(figure('Technical availability')).toContain('99.5%4 of 5 inverters tell their state, last 30 days');
  expect(screen.getByText('12%')).toBeTruthy();
});

test('a status leads to the list of its stations, a rank to its station', async () => {
  await renderPage(routes, { at: AT, answers });
  const hrefs = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  // The link to the guide is there before the figures are.
  await waitFor(() => expect(hrefs()).toContain(`${ADDRESSES.stations}?status=offline`));
  const links = hrefs();
  expect(links).toContain(`${ADDRESSES.alarms}?level=emergency`);
  expect(links).toContain(`${ADDRESSES.station}/overview?id=2`);
  expect(links).toContain(`${ADDRESSES.stations}?type=commercial`);
});

test('while no station is in enough daylight, none is called weak', async () => {
  await renderPage(routes, {
    at: AT,
    answers: { ...answers, portfolioOverview: { ...overview, worst: [], judged: 0 } },
  });
  expect(await screen.findByText(/none is right now/)).toBeTruthy();
});

test('where no station is below its expectation, it says so and calls none weak', async () => {
  await renderPage(routes, {
    at: AT,
    answers: { ...answers, portfolioOverview: { ...overview, worst: [] } },
  });
  const words = /^All 3 stations .* give what is expected of them: 95% or more\.$/;
  expect(await screen.findByText(words)).toBeTruthy();
});

test('before any energy of the day is known, the best are not an empty list', async () => {
  await renderPage(routes, { at: AT, answers: { ...answers, portfolioOverview: { ...overview, best: [] } } });
  expect(await screen.findByText("No station's energy of today is known yet.")).toBeTruthy();
});

test('without stations it says what to do', async () => {
  await renderPage(routes, {
    at: AT,
    answers: { ...answers, portfolioOverview: { ...overview, stations: 0 } },
  });
  expect(await screen.findByText('No station yet')).toBeTruthy();
});

const fleetDay = {
  times: [Date.UTC(2026, 5, 21, 10), Date.UTC(2026, 5, 21, 10, 5)],
  power: [1000, 2000],
  reporting: [1, 1],
};
const settings: Settings = {
  language: null,
  appearance: 'system',
  temperatureUnit: null,
  currency: null,
  weekStart: 1,
  startPage: 'stations',
  fleetClock: 'own',
};

test('the charts go by the own clock or by those of the stations; the choice is kept in the address and in the settings', async () => {
  const { user, inputs, location } = await renderPage(routes, {
    at: AT,
    answers: { ...answers, portfolioPower: fleetDay, getSettings: settings, updateSettings: settings },
  });
  await screen.findByRole('img', { name: /^Power of all stations/ });
  expect(inputs('portfolioPower').at(-1)).toEqual({ query: { hours: 24, clock: 'own' } });
  expect(inputs('portfolioEnergy').at(-1)).toMatchObject({ query: { zone: expect.stringMatching(/\w/) } });
  await user.click(screen.getByText('Station time'));
  await waitFor(() =>
    expect(inputs('portfolioPower').at(-1)).toEqual({ query: { hours: 24, clock: 'station' } }),
  );
  expect(inputs('portfolioEnergy').at(-1)).not.toHaveProperty('query.zone');
  expect(location()).toBe(`${AT}?clock=station`);
  await expectAccessible();
});

test('the address names the clock before the settings do, and the table says whose times they are', async () => {
  const { user } = await renderPage(routes, {
    at: `${AT}?clock=station`,
    answers: { ...answers, portfolioPower: { ...fleetDay, times: [0, 300_000] } },
  });
  await screen.findByRole('img', { name: /^Power of all stations/ });
  const chart = screen.getByRole('figure', { name: /^Power of all stations/ });
  await user.click(within(chart).getByRole('button', { name: 'Chart actions' }));
  await user.click(await screen.findByText('As a table'));
  expect(await screen.findByText('Time of day at each station, last 24 hours')).toBeTruthy();
  expect(screen.getByText('12:05 AM')).toBeTruthy();
});

test('sums of money are asked for in the currency of the person', async () => {
  storedPreferences.set({ ...storedPreferences.get(), currency: 'CHF' });
  const sum = { today: 100, month: 100, year: 100, total: 100 };
  const { inputs } = await renderPage(routes, {
    at: AT,
    answers: {
      ...answers,
      sumRevenues: {
        sums: [{ currency: 'EUR', ...sum, stations: 1 }],
        unknown: 0,
        converted: {
          currency: 'CHF',
          ...sum,
          into: 'EUR',
          total: null,
          rates: [{ currency: 'CHF', day: '2026-06-01', rate: 1.05 }],
          oldestDays: 31,
        },
        missing: [{ currency: 'CHF', from: '2025-01-01', to: '2025-12-31' }],
      },
    },
  });
  expect(await screen.findByText(/All in CHF.*1 CHF = 1\.0500 EUR \(Jun 1, 2026\)/)).toBeTruthy();
  expect(screen.getByText(/No rate of CHF for days from Jan 1, 2025 to Dec 31, 2025/)).toBeTruthy();
  expect(screen.getByText(/31 days old at most/)).toBeTruthy();
  expect(inputs('sumRevenues')).toEqual([{ query: { currency: 'CHF' } }]);
  storedPreferences.set(undefined);
});
