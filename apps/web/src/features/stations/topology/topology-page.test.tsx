import { topologyAddress, type DeviceRow } from '@sunfleet/contract';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import { mintStationDetail } from '../../../test/mint-access.ts';
import { mintDeviceRow } from '../../../test/mint.ts';
import { narrowScreen } from '../../../test/narrow-screen.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes } from '../routes.tsx';
// The page is loaded here, because the first test would time out waiting for it.
import './topology-page.tsx';

const at = topologyAddress(5);
const counts = { connecting: 0, offline: 0, backFilling: 0, abnormal: 0, normal: 0, standby: 0, online: 0 };
const list = (rows: DeviceRow[]) => ({ total: rows.length, page: 1, pageSize: 200, rows, counts });
const point = { time: 0, name: '', unit: 'W', kind: 'gauge' as const, decimals: 0, custom: false };
const deviceLatest = [{ ...point, key: 'pv1.power', value: 1250 }] as never;

test('on a phone the tree is a list with live values, links and what an inverter tells of its inputs', async () => {
  narrowScreen();
  const inverter = mintDeviceRow({ id: 7, kind: 'inverter', name: 'South roof' });
  const logger = mintDeviceRow({ id: 6, kind: 'logger', name: 'Stick' });
  const rows = [logger, { ...inverter, parent: { id: 6, sn: 'L6' } }];
  await renderPage(routes, {
    at,
    answers: { getStation: mintStationDetail({}), listDevices: list(rows), deviceLatest },
  });
  const tree = await screen.findByRole('list', { name: 'Device tree' });
  expect(within(tree).getByRole('link', { name: 'South roof' }).getAttribute('href')).toContain('id=7');
  expect(await within(tree).findByText('MPPT 1')).toBeTruthy();
  expect(within(tree).getByText('1.25 kW')).toBeTruthy();
  fireEvent.click(within(tree).getByRole('button', { name: 'What hangs on Stick' }));
  expect(within(tree).queryByText('South roof')).toBeNull();
  await expectAccessible();
});

test('a station without devices says what to do', async () => {
  await renderPage(routes, { at, answers: { getStation: mintStationDetail({}), listDevices: list([]) } });
  expect(await screen.findByText('This station has no devices yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Devices' })).toBeTruthy();
});

test('an address without a station leads to the stations', async () => {
  await renderPage(routes, { at: topologyAddress(0), answers: {} });
  expect(await screen.findByText('Which station?')).toBeTruthy();
});
