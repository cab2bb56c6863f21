import type { InputOf } from '@sunfleet/api-client';
import { ADDRESSES, ownStationAddress, type StationDetail } from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { Link, Outlet } from 'react-router';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import type { Answers } from '../../../test/fake-call.ts';
import { mintStationDetail } from '../../../test/mint-access.ts';
import {
  mintAlarm,
  mintDeviceLive,
  mintDeviceRow,
  mintStationLive,
  mintStationRow,
} from '../../../test/mint.ts';
import { mintWeather } from '../../../test/mint-weather.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes } from '../routes.tsx';
// The page is loaded here, because the first test would time out waiting for it.
import './own-station-page.tsx';

const HOUR = 3_600_000;
const counts = { connecting: 0, offline: 0, partlyOffline: 0, emergency: 0, alarm: 0, standby: 0, normal: 0 };
const list = (...rows: ReturnType<typeof mintStationRow>[]) => ({
  total: rows.length,
  page: 1,
  pageSize: 20,
  rows,
  counts,
});
const devices = (...rows: ReturnType<typeof mintDeviceRow>[]) => ({
  total: rows.length,
  page: 1,
  pageSize: 200,
  rows,
  counts: { connecting: 0, offline: 0, backFilling: 0, standby: 0, normal: 0, online: 0, abnormal: 0 },
});
const station = (live: Partial<StationDetail['live']> = {}, changes: Partial<StationDetail> = {}) => ({
  ...mintStationDetail({ today: '2026-06-21', ...changes }),
  live: mintStationLive({ stationId: 5, ...live }),
});
const period = { from: '2026-06-21', to: '2026-06-21', unsettled: 0, divided: 0 };
const energies = { pv: 10, export: 4, self: 6, import: 2 };
const day = (changes: object) => ({ ...period, revenues: [], gaps: [], energies, ...changes });
const money = (changes: object) => ({
  today: day(changes),
  month: day(changes),
  year: day(changes),
  total: null,
  step: 15,
  payback: { share: null, years: null, gap: 'noInvestment' as const },
});
const earned = money({
  revenues: [{ currency: 'EUR', parts: { selfUse: 180, feedIn: 32, import: -60 }, total: 152 }],
});
const bucket = (start: string, of: Record<string, number>) => ({
  start,
  energies: of,
  sources: {},
  spread: 0,
  completeness: null,
});
const answers: Answers = {
  getStation: station(),
  stationEnergy: ({ query }: InputOf<'stationEnergy'>) => ({
    grain: query!.grain,
    timeZone: 'Europe/Madrid',
    buckets: [bucket('2026-06-21', { pv: 12.5, export: 5, load: 10, import: 2.5 })],
  }),
  stationRevenue: earned,
  stationWeather: mintWeather(),
  stationForecast: {
    timeZone: 'Europe/Madrid',
    today: null,
    tomorrow: null,
    battery: null,
    skill: { days: 0, dayAhead: null, hourAhead: null },
  },
  listDevices: devices(mintDeviceRow()),
};

const open = (changes: Answers = {}, at = ownStationAddress(5)) =>
  renderPage(
    routes.filter(({ path }) => path === ADDRESSES.ownStation || path === ADDRESSES.firstSteps),
    { at, role: 'owner', answers: { ...answers, ...changes } },
  );
const card = async (name: string) => within(await screen.findByRole('region', { name }));

test('says in words what flows, what the day brought, and that all is well', async () => {
  const live = {
    power: 4200,
    load: 1500,
    grid: -2000,
    battery: -700,
    soc: 62,
    energyToday: 12.5,
    expectedToday: 20,
  };
  await open({ getStation: station(live, { batteryKwh: 10 }) });
  expect(await screen.findByRole('heading', { level: 1, name: 'Barn' })).toBeTruthy();
  expect(screen.getByText('All is well.')).toBeTruthy();
  const now = await card('Now');
  expect(now.getAllByRole('listitem').map((item) => item.textContent!.replace(/\s/g, ' '))).toEqual([
    'The roof makes 4.2 kW.',
    '2 kW go to the grid.',
    'The house uses 1.5 kW.',
    'The battery is being charged with 700 W.',
    'The battery is 62% full.',
  ]);
  const today = await card('Today');
  expect(await today.findByText('60')).toBeTruthy();
  expect(await today.findByText(/EUR\s2\.12/)).toBeTruthy();
  expect(today.getByText(/Bought from the grid: EUR\s0\.60/)).toBeTruthy();
  expect(today.getByText(/^Without clouds it could be 20\skWh.* 63% of that/)).toBeTruthy();
  expect((await card('Devices')).getByText('All devices are fine: 1.')).toBeTruthy();
  expect((await card('Alarms')).getByText('No alarm is open.')).toBeTruthy();
  await expectAccessible();
});

test('what is not known is said, and no figure stands for it', async () => {
  const live = { power: null, load: null, grid: null, energyToday: null, expectedToday: null };
  await open({
    getStation: station(live),
    stationEnergy: { grain: 'day', timeZone: 'Europe/Madrid', buckets: [] },
    stationRevenue: money({ gaps: ['noTariff'] }),
  });
  const now = await card('Now');
  expect(now.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'What the roof makes is not known.',
    'What flows from the grid or to it is not known, because nothing measures it.',
    'What the house uses is not known, because nothing measures it.',
  ]);
  const today = await card('Today');
  expect((await today.findAllByText('There was no tariff at some of the time.')).length).toBeGreaterThan(0);
  expect(
    today.getByText('There is nothing yet to compare with what the sun should have given.'),
  ).toBeTruthy();
  expect(today.getAllByText('–')).toHaveLength(4);
  expect(today.getAllByText(/^Not known yet, or nothing measures what goes/).length).toBeGreaterThan(0);
});

test('a silent device stands with its age, and an alarm with what to do', async () => {
  const silent = mintDeviceRow({
    id: 2,
    name: 'Garage',
    live: mintDeviceLive({ deviceId: 2, status: 'offline', lastDataAt: Date.now() - 3.5 * HOUR }),
  });
  await open({
    getStation: station({ status: 'partlyOffline', alarms: { emergency: 1, general: 0, tip: 0 } }),
    listDevices: devices(mintDeviceRow(), silent),
    listAlarms: {
      total: 1,
      page: 1,
      pageSize: 5,
      rows: [mintAlarm()],
      counts: { tip: 0, general: 0, emergency: 1 },
      more: { total: false, counts: false },
    },
  });
  expect(await screen.findByText('Part of the devices is silent when it should not be.')).toBeTruthy();
  const ill = (await (await card('Devices')).findByRole('listitem')).textContent;
  expect(ill).toMatch(/Offline.*Garage.*Last heard of: 3 hr\. ago.*power and network/);
  expect(screen.getByText('All others are fine: 1.')).toBeTruthy();
  expect(await screen.findByText(/Check its power supply/)).toBeTruthy();
  await expectAccessible();
});

test('the trend is stepped through by week and told in words', async () => {
  const { user, inputs, location } = await open();
  expect(await screen.findByText(/^12\.5\skWh in all$/)).toBeTruthy();
  await user.click(screen.getByText('Month'));
  await user.click(await screen.findByRole('button', { name: 'Earlier' }));
  await waitFor(() => expect(location()).toContain('span=month&at=2026-05'));
  await waitFor(() =>
    expect(inputs('stationEnergy').at(-1)!.query).toEqual({
      grain: 'day',
      from: '2026-05-01',
      to: '2026-05-31',
    }),
  );
});

test('without an id the only station opens, several are offered, and none leads to the first steps', async () => {
  const at = ADDRESSES.ownStation;
  const one = await open({ listStations: list(mintStationRow({ id: 5 })) }, at);
  await waitFor(() => expect(one.location()).toBe(ownStationAddress(5)));
  one.unmount();
  const two = [mintStationRow({ id: 5, name: 'Barn' }), mintStationRow({ id: 6, name: 'Mill' })];
  const several = await open({ listStations: list(...two) }, at);
  expect((await screen.findByRole('link', { name: 'Mill' })).getAttribute('href')).toBe(ownStationAddress(6));
  expect(screen.getByRole('link', { name: 'Barn' })).toBeTruthy();
  await expectAccessible();
  several.unmount();
  const none = await open({ listStations: list() }, at);
  await waitFor(() => expect(none.location()).toBe(ADDRESSES.firstSteps));
});

test('who leaves while the stations are read is not called back', async () => {
  const read = Promise.withResolvers<ReturnType<typeof list>>();
  const page = Promise.withResolvers<{ element: string }>();
  const frame = (
    <>
      <Link to="/slow">away</Link>
      <Outlet />
    </>
  );
  const children = [
    ...routes.filter(({ path }) => path === ADDRESSES.ownStation || path === ADDRESSES.firstSteps),
    { path: '/slow', lazy: () => page.promise },
  ];
  const { user, location } = await renderPage([{ element: frame, children }], {
    at: ADDRESSES.ownStation,
    role: 'owner',
    answers: { listStations: () => read.promise },
  });
  await user.click(await screen.findByRole('link', { name: 'away' }));
  read.resolve(list());
  await screen.findByText('No station yet');
  page.resolve({ element: 'slow page' });
  expect(await screen.findByText('slow page')).toBeTruthy();
  expect(location()).toBe('/slow');
});
