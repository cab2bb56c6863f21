import { CallError, type InputOf } from '@sunfleet/api-client';
import { ADDRESSES, type StationAvailability, type StationDetail } from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import { mintStationDetail } from '../../../test/mint-access.ts';
import { mintAlarm, mintDeviceRow, mintStationLive } from '../../../test/mint.ts';
import { mintWeather } from '../../../test/mint-weather.ts';
import { narrowScreen } from '../../../test/narrow-screen.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes } from '../routes.tsx';
// The pages are loaded here, because the first test would time out waiting for them.
import './detail-layout.tsx';
import './overview-tab.tsx';
import './about-tab.tsx';

const station = (changes: Partial<StationDetail> = {}): StationDetail => ({
  ...mintStationDetail({ elevation: 600, tilt: 30, azimuth: 180, currency: 'EUR', priceBuy: 0.3 }),
  ...changes,
});

const power = {
  day: '2026-06-21',
  timeZone: 'Europe/Madrid',
  times: [],
  pv: [],
  load: [],
  grid: [],
  battery: [],
  soc: [],
  irradiance: [],
  expected: [],
  expectedLow: [],
  expectedHigh: [],
  expectedBound: [],
  expectedSource: 'clearSky' as const,
  sunrise: null,
  sunset: null,
};
const energy = { grain: 'day' as const, timeZone: 'Europe/Madrid', buckets: [] };
const plantAuthority = { permissions: ['devices.create' as const], by: 'own' as const, endsAt: null };
const availability: StationAvailability = {
  grain: 'day',
  timeZone: 'Europe/Madrid',
  communication: null,
  technical: null,
  buckets: [],
};
const answers = {
  getStation: station(),
  stationPower: power,
  stationEnergy: energy,
  stationAvailability: availability,
  stationWeather: mintWeather(),
  stationForecast: {
    timeZone: 'Europe/Madrid',
    today: null,
    tomorrow: null,
    battery: null,
    skill: { days: 0, dayAhead: null, hourAhead: null },
  },
  plantAuthority,
};

test('the overview says what flows, in words too', async () => {
  const live = mintStationLive({ stationId: 5, power: 4200, load: 1500, grid: -2700, battery: null });
  await renderPage(routes, {
    at: `${ADDRESSES.station}/overview?id=5`,
    answers: { ...answers, getStation: station({ live }) },
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Barn' })).toBeTruthy();
  expect(
    await screen.findByRole('img', {
      name: /^PV: Producing 4\.2\skW; Grid: Feeding in 2\.7\skW; Load: Consuming 1\.5\skW$/,
    }),
  ).toBeTruthy();
  expect(screen.getByText('Feeding in')).toBeTruthy();
  expect(screen.getByText('2.7').nextSibling?.textContent).toBe('kW');
  await expectAccessible();
});

test('23 kW from 9.8 kWp are told on the station, 10 kW are not', async () => {
  const at = `${ADDRESSES.station}/overview?id=5`;
  const of = (watts: number) =>
    station({ capacityKw: 9.8, live: mintStationLive({ stationId: 5, power: watts }) });
  const far = await renderPage(routes, { at, answers: { ...answers, getStation: of(23_000) } });
  expect((await screen.findByRole('note')).textContent).toMatch(
    /^Implausible power23\skW is more than 9\.8\skWp of modules can give/,
  );
  await expectAccessible();
  far.unmount();
  await renderPage(routes, { at, answers: { ...answers, getStation: of(10_000) } });
  await screen.findByText('Power now');
  expect(screen.queryByRole('note')).toBeNull();
});

test('a station without a capacity says that it is missing, where it is entered, and no figure by it', async () => {
  const live = mintStationLive({ stationId: 5, power: 4200, energyToday: 12 });
  const { unmount } = await renderPage(routes, {
    at: `${ADDRESSES.station}/overview?id=5`,
    answers: { ...answers, getStation: station({ capacityKw: 0, live }) },
  });
  const note = await screen.findByRole('note');
  expect(note.textContent).toMatch(/^The capacity of this station is not known\./);
  expect(within(note).getByRole('link', { name: 'Enter the capacity' }).getAttribute('href')).toBe(
    `${ADDRESSES.editStation}?id=5`,
  );
  expect(document.body.textContent).toContain('not stated');
  expect(document.body.textContent).not.toMatch(/Infinity|∞|NaN/);
  await expectAccessible();
  unmount();
});

test('a station whose day is not known says nothing of full-load hours', async () => {
  const live = mintStationLive({ stationId: 5, energyToday: null });
  await renderPage(routes, {
    at: `${ADDRESSES.station}/overview?id=5`,
    answers: { ...answers, getStation: station({ live }) },
  });
  expect((await screen.findByText('Today')).parentElement!.textContent).not.toContain('full load');
});

test('the bare address leads to the overview of the same station', async () => {
  const { location } = await renderPage(routes, { at: `${ADDRESSES.station}?id=5`, answers });
  await screen.findByRole('heading', { level: 1, name: 'Barn' });
  await waitFor(() => expect(location()).toBe(`${ADDRESSES.station}/overview?id=5`));
});

test('open alarms stand on the overview with what to do', async () => {
  const live = mintStationLive({ stationId: 5, alarms: { emergency: 1, general: 0, tip: 0 } });
  const listAlarms = {
    total: 1,
    page: 1,
    pageSize: 5,
    rows: [mintAlarm()],
    counts: { tip: 0, general: 0, emergency: 1 },
    more: { total: false, counts: false },
  };
  await renderPage(routes, {
    at: `${ADDRESSES.station}/overview?id=5`,
    answers: { ...answers, listAlarms, getStation: station({ live }) },
  });
  expect(await screen.findByText('Device offline')).toBeTruthy();
  expect(screen.getByText(/Check its power supply/)).toBeTruthy();
});

test('devices follow the logger they hang on', async () => {
  const logger = mintDeviceRow({ id: 2, sn: 'LOGGER', kind: 'logger' });
  const child = mintDeviceRow({ id: 1, sn: 'AAA', parent: { id: 2, sn: 'LOGGER' } });
  const listDevices = { total: 2, page: 1, pageSize: 200, rows: [child, logger], counts: {} as never };
  await renderPage(routes, { at: `${ADDRESSES.station}/device?id=5`, answers: { ...answers, listDevices } });
  await screen.findByText('LOGGER');
  const order = [...document.querySelectorAll('[data-row]')].map((row) => row.textContent!.slice(0, 3));
  expect(order).toEqual(['LOG', 'AAA']);
});

test('a station without devices says how they get connected, to who may do that', async () => {
  const listDevices = { total: 0, page: 1, pageSize: 200, rows: [], counts: {} as never };
  const at = `${ADDRESSES.station}/device?id=5`;
  const owner = await renderPage(routes, { at, role: 'owner', answers: { ...answers, listDevices } });
  expect(await screen.findByRole('button', { name: 'Add device' })).toBeTruthy();
  expect(screen.getByText(/^Add each device by its serial number/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Import recorded data' })).toBeTruthy();
  await expectAccessible();
  owner.unmount();
  await renderPage(routes, { at, role: 'internalReadOnly', answers: { ...answers, listDevices } });
  expect(await screen.findByText(/Whoever looks after this station/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add device' })).toBeNull();
});

test('that a station is open to visitors stands at its name, for everybody but them', async () => {
  const shared = { ...answers, getStation: station({ shared: true }) };
  const at = `${ADDRESSES.station}/about?id=5`;
  const owner = await renderPage(routes, { at, role: 'owner', answers: shared });
  expect(await screen.findAllByText('Open to visitors')).toHaveLength(2);
  owner.unmount();
  await renderPage(routes, { at, role: 'visitor', answers: shared });
  expect(await screen.findAllByText('Open to visitors')).toHaveLength(1);
});

test('what was never told about a station reads as not known', async () => {
  await renderPage(routes, { at: `${ADDRESSES.station}/about?id=5`, answers });
  expect(await screen.findByText('Self-consumption')).toBeTruthy();
  expect(screen.getByText('EUR 0.30')).toBeTruthy();
  expect(screen.getAllByText('–').length).toBeGreaterThan(2);
  await expectAccessible();
});

test('a station that is not there has no parts to open', async () => {
  const getStation = new CallError('refused', { code: 40401, error: 'stationNotFound' });
  await renderPage(routes, { at: `${ADDRESSES.station}/about?id=5`, answers: { getStation } });
  expect(await screen.findByText(/does not exist or is no longer shared/)).toBeTruthy();
  expect(screen.queryByRole('tab')).toBeNull();
  await expectAccessible();
});

test('by what the day is expected is said, and a click shows what was learned and which sensor is not believed', async () => {
  const learned = { source: 'ghi' as const, days: 42, rows: 6000, rmse: 0.031, bias: -0.004 };
  const stationExpectation = {
    version: 1,
    design: 'arrays' as const,
    models: { modules: 'deSoto' as const, inverters: 'sandia' as const },
    computedUntil: Date.UTC(2026, 5, 21, 10),
    isBehind: false,
    lookedAt: null,
    calibration: {
      id: 7,
      learnedAt: 0,
      validFrom: null,
      from: '2026-04-20',
      to: '2026-06-20',
      limit: 8000,
      sources: [learned],
      refused: { outage: 2 },
      faults: { poa: 'turned' as const },
    },
  };
  const { user, inputs } = await renderPage(routes, {
    at: `${ADDRESSES.station}/overview?id=5`,
    answers: { ...answers, stationPower: { ...power, expectedSource: 'ghi' as const }, stationExpectation },
  });
  const summary = await screen.findByText('Expected by: Sensor on the horizontal');
  expect(inputs('stationExpectation')).toEqual([]);
  await user.click(summary);
  expect(await screen.findByText(/42 days/)).toBeTruthy();
  expect(screen.getByText(/3\.1% of the capacity in an hour, bias -0\.4%/)).toBeTruthy();
  expect(screen.getByText(/Sensor on the modules: looks another way/)).toBeTruthy();
  expect(screen.getByText('outage 2')).toBeTruthy();
  expect(inputs('stationExpectation')[0]?.query).toEqual({ day: '2026-06-21' });
});

test('availability by day and month, with its definition; what is not known has no bar and no figure', async () => {
  const stationAvailability = ({ query }: InputOf<'stationAvailability'>): StationAvailability => ({
    ...availability,
    grain: query!.grain,
    communication: 0.9523,
    buckets: [
      { start: '2026-06-01', communication: 0.9, technical: null },
      { start: '2026-06-02', communication: 1, technical: null },
    ],
  });
  const { user, inputs, location } = await renderPage(routes, {
    at: `${ADDRESSES.station}/overview?id=5`,
    answers: { ...answers, stationAvailability },
  });
  const chart = within(await screen.findByRole('figure', { name: 'Availability' }));
  expect(chart.getByText('Communication availability 95.2%')).toBeTruthy();
  expect(chart.getByText('Technical availability –')).toBeTruthy();
  expect(screen.getByText(/Silence is unknown, not an outage/)).toBeTruthy();
  await user.click(chart.getByRole('button', { name: 'Chart actions' }));
  await user.click(await screen.findByText('As a table'));
  expect(chart.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Period',
    'Communication availability (%)',
  ]);
  expect(chart.getAllByRole('row')).toHaveLength(1 + 2);
  await user.click(chart.getByText('Year'));
  await waitFor(() =>
    expect(inputs('stationAvailability').at(-1)!.query).toEqual({
      grain: 'month',
      from: '2026-01-01',
      to: '2026-12-31',
    }),
  );
  expect(location()).toContain('availability=year');
});

test('a lifetime that no counter tells says so, and is not only a dash', async () => {
  const live = mintStationLive({ stationId: 5, energyToday: 14.9, energyTotal: null });
  await renderPage(routes, {
    at: `${ADDRESSES.station}/overview?id=5`,
    answers: { ...answers, getStation: station({ live }) },
  });
  const total = (await screen.findByText('Total')).parentElement!;
  expect(total.textContent).toContain('The devices report no counter of their whole life.');
});

test('on a phone a device of the station is a card with its status and power', async () => {
  narrowScreen();
  const row = mintDeviceRow({ sn: 'SN7', name: null, manufacturer: 'Sol', model: 'SG8' });
  await renderPage(routes, {
    at: `${ADDRESSES.station}/device?id=5`,
    answers: {
      ...answers,
      listDevices: { total: 1, page: 1, pageSize: 200, rows: [row], counts: {} } as never,
    },
  });
  expect(await screen.findByRole('link', { name: 'SN7' })).toBeTruthy();
  expect(screen.getByText(/Sol SG8/)).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});
