import { ADDRESSES, firstStepsAddress } from '@sunfleet/contract';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import type { Answers } from '../../../test/fake-call.ts';
import { mintStationDetail } from '../../../test/mint-access.ts';
import { mintEndpoints } from '../../../test/mint-endpoints.ts';
import { mintAccount, mintDevice, mintDeviceLive, mintSession, mintStationRow } from '../../../test/mint.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes as stations } from '../routes.tsx';
import { begunStation } from './begun-station.ts';
// The modules are loaded here, because the first test would time out waiting for them.
import './first-steps-page.tsx';
import '../../../parts/devices/connect/connect-panel.tsx';

const AT = ADDRESSES.firstSteps;
const counts = { connecting: 0, offline: 0, partlyOffline: 0, emergency: 0, alarm: 0, standby: 0, normal: 0 };
const list = (rows: ReturnType<typeof mintStationRow>[]) => ({
  total: rows.length,
  page: 1,
  pageSize: 20,
  rows,
  counts,
});
const devices = (rows: ReturnType<typeof mintDevice>[]) => ({
  total: rows.length,
  page: 1,
  pageSize: 1,
  rows,
  counts: { connecting: 0, offline: 0, backFilling: 0, standby: 0, normal: 0, online: 0, abnormal: 0 },
});
const account = mintAccount('owner');
const silent = mintDeviceLive({ lastDataAt: null, lastSeenAt: null });
const logger = mintDevice({ id: 9, sn: '2712345678', kind: 'logger', live: silent });

const open = (answers: Answers, at: string = AT) =>
  renderPage(
    [
      ...stations.filter(({ path }) => path === AT || path === ADDRESSES.stations),
      { path: `${ADDRESSES.station}/:tab`, element: 'its page' },
    ],
    {
      at,
      session: mintSession({ account }),
      answers: {
        listLabels: [],
        getDeviceEndpoints: mintEndpoints(),
        getDevice: logger,
        plantAuthority: { permissions: ['devices.create'], by: 'own', endsAt: null },
        getStation: mintStationDetail({ id: 5, name: 'Barn' }),
        ...answers,
      },
    },
  );
const field = (name: RegExp | string) => screen.findByRole('textbox', { name });
const step = () => document.querySelector('[aria-current="step"]')?.textContent;

afterEach(() => localStorage.clear());

test('station, logger and the wait for its first sample on one page', async () => {
  const created = mintStationDetail({ id: 5 });
  const page = await open({
    listStations: list([]),
    createStation: created,
    listDevices: devices([]),
    addDevice: { device: logger, secret: 'top-secret' },
  });
  const press = (name: string) => page.user.click(screen.getByRole('button', { name }));
  await page.user.type(await field('Name'), 'Barn');
  await page.user.type(await field(/^Capacity/), '8.4');
  await press('Next');
  await page.user.type(await field(/^Latitude/), '48.137');
  await page.user.type(await field(/^Longitude/), '11.575');
  await press('Next');
  await field(/^Tilt/);
  await press('Create station');
  await waitFor(() => expect(page.location()).toBe(firstStepsAddress(5)));
  expect(begunStation(account.id).get()).toBe(5);
  await page.user.type(await field('Serial number of the logger'), '2712345678');
  expect(step()).toContain('Logger');
  await expectAccessible();
  await press('Connect logger');
  expect(await screen.findByText('Waiting for the first sample…')).toBeTruthy();
  expect(step()).toContain('First data');
  expect(screen.getByText('top-secret')).toBeTruthy();
});

test('what was left is gone on with: the device that is there, not the form for it', async () => {
  await open({ listDevices: devices([logger]) }, firstStepsAddress(5));
  expect(await screen.findByRole('region', { name: 'Device 2712345678' })).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'Serial number of the logger' })).toBeNull();
  expect(step()).toContain('First data');
  await expectAccessible();
});

test('nobody who has stations is led through the first steps', async () => {
  const { location } = await open({ listStations: list([mintStationRow({ id: 4 })]), stationDayCurves: [] });
  await waitFor(() => expect(location()).toBe(ADDRESSES.stations));
  expect(screen.queryByText(/Go on with the first steps/)).toBeNull();
});

test('an empty list leads there, and one with the silent station that was begun leads back', async () => {
  const empty = await open({ listStations: list([]) }, ADDRESSES.stations);
  await empty.user.click(await screen.findByRole('button', { name: 'First steps' }));
  await waitFor(() => expect(empty.location()).toBe(AT));
  empty.unmount();
  begunStation(account.id).set(5);
  const row = mintStationRow({ id: 5, name: 'Barn' });
  const without = { ...row, live: { ...row.live, lastDataAt: null } };
  await open({ listStations: list([without]), stationDayCurves: [] }, ADDRESSES.stations);
  const link = await screen.findByRole('link', { name: 'Go on with the first steps' });
  expect(link.getAttribute('href')).toBe(firstStepsAddress(5));
});
