import { CallError } from '@sunfleet/api-client';
import { ADDRESSES, stationAddress } from '@sunfleet/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import type { Answers } from '../../../test/fake-call.ts';
import { mintStationDetail } from '../../../test/mint-access.ts';
import { mintEndpoints } from '../../../test/mint-endpoints.ts';
import { mintAccount, mintDevice, mintDeviceLive, mintSession } from '../../../test/mint.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes as stations } from '../routes.tsx';
// The module is loaded here, because the first test would time out waiting for it.
import './personal-station-page.tsx';
import '../../../parts/devices/connect/connect-panel.tsx';

const AT = ADDRESSES.addOwnStation;
const routes = [
  ...stations.filter(({ path }) => path === AT),
  { path: `${ADDRESSES.station}/:tab`, element: 'its page' },
];
const open = (answers: Answers = {}, at: string = AT) =>
  renderPage(routes, {
    at,
    session: mintSession({ account: mintAccount('owner') }),
    answers: { createStation: mintStationDetail({ id: 5 }), ...answers },
  });
type Page = Awaited<ReturnType<typeof open>>;
const field = (name: RegExp | string) => screen.findByRole('textbox', { name });
const press = ({ user }: Page, name: string) => user.click(screen.getByRole('button', { name }));
const step = () => document.querySelector('[aria-current="step"]')?.textContent;

async function fill(page: Page) {
  await page.user.type(await field('Name'), 'Barn');
  await page.user.type(await field(/^Capacity/), '8.4');
  await press(page, 'Next');
  await page.user.type(await field(/^Latitude/), '48.137');
  await page.user.type(await field(/^Longitude/), '11.575');
  await press(page, 'Next');
  await field(/^Tilt/);
}

test('an owner adds a station step by step, then its logger', async () => {
  const page = await open({
    addDevice: { device: mintDevice({ id: 9, sn: '2712345678', kind: 'logger' }), secret: 'top-secret' },
    getDeviceEndpoints: mintEndpoints(),
    getDevice: mintDevice({ id: 9, live: mintDeviceLive({ lastDataAt: null, lastSeenAt: null }) }),
  });
  await fill(page);
  expect(step()).toContain('Details');
  await expectAccessible();
  await press(page, 'Create station');
  await waitFor(() => expect(page.location()).toBe(`${AT}?station=5`));
  expect(page.inputs('createStation')[0]?.body).toMatchObject({
    name: 'Barn',
    capacityKw: 8.4,
    latitude: 48.137,
  });
  await page.user.type(await field('Serial number of the logger'), ' 2712345678 ');
  await expectAccessible();
  await press(page, 'Connect logger');
  expect(await screen.findByText(/^Logger 2712345678 belongs/)).toBeTruthy();
  expect(await screen.findByText('pv.example.com')).toBeTruthy();
  expect(screen.getByText('Waiting for the first sample…')).toBeTruthy();
  await expectAccessible();
  expect(page.inputs('addDevice')).toEqual([
    { params: { id: 5 }, body: { sn: '2712345678', kind: 'logger' } },
  ]);
  await page.user.click(screen.getByRole('link', { name: 'Open station' }));
  await waitFor(() => expect(page.location()).toBe(stationAddress(5)));
});

test('a step with something missing is not left, and going back keeps what was typed', async () => {
  const page = await open();
  await field('Name');
  await press(page, 'Next');
  expect(screen.getByText('Enter a name.')).toBeTruthy();
  expect(step()).toContain('System');
  await fill(page);
  await press(page, 'Back');
  await press(page, 'Back');
  expect(await screen.findByDisplayValue('Barn')).toBeTruthy();
  expect(page.inputs('createStation')).toEqual([]);
});

test('a link to a later step leads to the first one that is not filled in', async () => {
  const page = await open({}, `${AT}?step=2`);
  await field(/^Tilt/);
  await press(page, 'Create station');
  expect(await field('Name')).toBeTruthy();
  expect(screen.getByText('Enter a name.')).toBeTruthy();
});

test('a refusal of the server leads to the step of its field', async () => {
  const fields = [{ path: 'body.address', message: 'Too far away.' }];
  const page = await open({ createStation: new CallError('refused', { error: 'invalidInput', fields }) });
  await fill(page);
  await press(page, 'Create station');
  expect(await screen.findByText('Too far away.')).toBeTruthy();
  expect(step()).toContain('Place');
});

test('a wrong serial number is told at its field, and the logger can wait', async () => {
  const taken = new CallError('refused', { error: 'snTaken', message: 'Belongs to somebody else.' });
  const page = await open({ addDevice: taken }, `${AT}?station=5`);
  await page.user.type(await field(/^Serial number/), 'a b');
  await press(page, 'Connect logger');
  expect(screen.getByText(/^Enter the serial number/)).toBeTruthy();
  expect(page.inputs('addDevice')).toEqual([]);
  await page.user.clear(await field(/^Serial number/));
  await page.user.type(await field(/^Serial number/), '2712345678');
  await press(page, 'Connect logger');
  expect(await screen.findByText('Belongs to somebody else.')).toBeTruthy();
  await page.user.click(screen.getByRole('link', { name: 'Later' }));
  await waitFor(() => expect(page.location()).toBe(stationAddress(5, 'device')));
});

test('a logger that reports already is connected by its claim code', async () => {
  const asked = new CallError('refused', { error: 'claimCodeNeeded', message: 'Enter its claim code.' });
  const page = await open({ addDevice: asked }, `${AT}?station=5`);
  await page.user.type(await field(/^Serial number/), '2712345678');
  await press(page, 'Connect logger');
  expect(await screen.findByText('Enter its claim code.')).toBeTruthy();
  await page.user.type(await field('Claim code'), '35BDHS76KW');
  await press(page, 'Connect logger');
  await waitFor(() =>
    expect(page.inputs('addDevice').at(-1)?.body).toEqual({
      sn: '2712345678',
      kind: 'logger',
      claimCode: '35BDHS76KW',
    }),
  );
});

test('the address within operations is the page of the station', async () => {
  const at = ADDRESSES.stationInOperations;
  const page = await renderPage([...stations.filter(({ path }) => path === at), ...routes.slice(-1)], {
    at: `${at}?id=5`,
    session: mintSession({ account: mintAccount('owner') }),
    answers: {},
  });
  await waitFor(() => expect(page.location()).toBe(stationAddress(5)));
});
