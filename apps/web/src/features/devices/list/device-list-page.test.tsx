import { ADDRESSES } from '@sunfleet/contract';
import { CallError } from '@sunfleet/api-client';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import { mintDevice, mintDeviceLive, mintDeviceRow } from '../../../test/mint.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes } from '../routes.tsx';
// The page is loaded here, because the first test would time out waiting for it.
import './device-list-page.tsx';

const AT = ADDRESSES.devices;
const counts = { connecting: 0, offline: 1, backFilling: 0, abnormal: 0, normal: 1, standby: 0, online: 0 };
const rows = [
  mintDeviceRow({ id: 4, name: 'Roof east', live: mintDeviceLive({ status: 'offline', power: null }) }),
  mintDeviceRow({ id: 5, kind: 'meter', station: null }),
];
const page = { total: 2, page: 1, pageSize: 20, rows, counts };

test('shows devices with status, kind and what is not known as a dash', async () => {
  const { inputs } = await renderPage(routes, { at: AT, answers: { listDevices: page } });
  const row = (await screen.findByRole('link', { name: 'Roof east' })).closest('tr')!;
  expect(row.textContent).toContain('Offline');
  expect(row.textContent).toContain('–');
  expect(screen.getByText('Meter')).toBeTruthy();
  expect(inputs('listDevices')).toContainEqual({
    query: { bound: 'true', page: 1, pageSize: 20, sort: 'worst', order: 'desc' },
  });
  await expectAccessible();
});

test('filters, the binding and the order are asked of the server and stand in the address', async () => {
  const { user, inputs, location } = await renderPage(routes, {
    at: `${AT}?page=2&kind=meter`,
    answers: { listDevices: page },
  });
  await user.click(await screen.findByRole('button', { name: 'Offline 1' }));
  await user.click(await screen.findByText('Not bound to a power station'));
  await user.click(screen.getByRole('columnheader', { name: 'Serial number' }));
  await waitFor(() =>
    expect(inputs('listDevices').at(-1)?.query).toMatchObject({
      bound: 'false',
      status: ['offline'],
      kind: ['meter'],
      sort: 'sn',
      page: 1,
    }),
  );
  const search = new URLSearchParams(location().split('?')[1]);
  expect(Object.fromEntries(search)).toEqual({
    kind: 'meter',
    status: 'offline',
    bound: 'false',
    sort: 'sn',
  });
});

test('the binding is asked only where there are devices without a station', async () => {
  const none = { ...page, total: 0, rows: [] };
  await renderPage(routes, {
    at: AT,
    answers: { listDevices: ({ query }) => (query?.bound === 'false' ? none : page) },
  });
  await screen.findByText('Roof east');
  expect(screen.queryByText('Not bound to a power station')).toBeNull();
});

test('a label filters the list', async () => {
  const { inputs } = await renderPage(routes, {
    at: `${AT}?label=3`,
    answers: { listDevices: page, listLabels: [] },
  });
  await screen.findByText('Roof east');
  expect(inputs('listDevices').map(({ query }) => query)).toContainEqual(
    expect.objectContaining({ label: [3] }),
  );
});

test('a filter of any column stands in the address and is taken off again', async () => {
  const { user, inputs, location } = await renderPage(routes, {
    at: `${AT}?warrantyEnd=..2027-01-31&power=1000..&sort=warrantyEnd&order=asc`,
    answers: { listDevices: page },
  });
  expect(await screen.findByRole('button', { name: 'Remove filter: Power: ≥ 1 kW' })).toBeTruthy();
  expect(inputs('listDevices').at(-1)?.query).toMatchObject({
    warrantyEnd: '..2027-01-31',
    power: '1000..',
    sort: 'warrantyEnd',
  });
  await user.click(screen.getByRole('button', { name: 'Filters (2)' }));
  const panel = within(await screen.findByRole('dialog'));
  await user.type(panel.getByRole('searchbox', { name: 'Firmware' }), '1.4');
  await waitFor(() => expect(inputs('listDevices').at(-1)?.query).toMatchObject({ firmware: '1.4' }));
  await expectAccessible();
  await user.click(panel.getByRole('button', { name: 'Clear all filters' }));
  expect(location()).toBe(`${AT}?sort=warrantyEnd&order=asc`);
});

test('a row opens the device, which was read as the row was pointed at', async () => {
  const { user, inputs, location } = await renderPage(routes, {
    at: AT,
    answers: { listDevices: page, getDevice: mintDevice({ id: 4 }), deviceLatest: [] },
  });
  await user.click((await screen.findByText('Roof east')).closest('tr')!);
  await waitFor(() => expect(location()).toBe(`${ADDRESSES.device}?id=4`));
  expect(inputs('getDevice')[0]).toEqual({ params: { id: 4 } });
});

test('cards take the place of the table on a phone', async () => {
  const media = vi.spyOn(globalThis, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query.includes('767'),
        media: query,
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
        addListener: () => undefined,
        removeListener: () => undefined,
      }) as unknown as MediaQueryList,
  );
  await renderPage(routes, { at: AT, answers: { listDevices: page } });
  expect(await screen.findByRole('list', { name: 'Devices' })).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.getByRole('link', { name: 'Roof east' })).toBeTruthy();
  await expectAccessible();
  media.mockRestore();
});

test('says what to do without devices, without matches and without an answer', async () => {
  const none = { ...page, total: 0, rows: [] };
  const empty = await renderPage(routes, { at: AT, answers: { listDevices: none } });
  expect(await screen.findByText('Devices appear here as soon as they report.')).toBeTruthy();
  empty.unmount();
  const filtered = await renderPage(routes, { at: `${AT}?status=offline`, answers: { listDevices: none } });
  await filtered.user.click(await screen.findByRole('button', { name: 'Clear filters' }));
  expect(filtered.location()).toBe(AT);
  filtered.unmount();
  let broken = true;
  const failing = await renderPage(routes, {
    at: AT,
    answers: {
      listDevices: () => {
        if (broken) throw new CallError('offline');
        return page;
      },
    },
  });
  await screen.findByRole('alert');
  broken = false;
  await failing.user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Roof east')).toBeTruthy();
});

test('a list of connected devices that cannot be read says which list that is', async () => {
  const listDevices = new CallError('timeout');
  await renderPage(routes, { at: `${AT}?bound=false`, answers: { listDevices } });
  expect(await screen.findByText('Failed to get connected device list')).toBeTruthy();
  expect(screen.getByText(/took too long to answer/)).toBeTruthy();
});

test('a saved view opens with its filters, and chosen devices are saved alone', async () => {
  const view = {
    id: 3,
    list: 'devices' as const,
    name: 'Loggers that wait',
    columns: [],
    filters: { bound: 'false', kind: 'logger' },
    sort: 'firmware',
    order: 'asc' as const,
    shared: false,
    author: null,
    editable: true,
    isDefault: false,
    gone: [],
  };
  const { user, inputs } = await renderPage(routes, {
    at: AT,
    answers: { listDevices: page, listSavedViews: [view], exportDevices: new Blob(['sn']) },
  });
  await user.click(await screen.findByRole('checkbox', { name: /Roof east/ }));
  await user.click(await screen.findByRole('button', { name: 'Save chosen (1)' }));
  await user.click(await screen.findByText('CSV'));
  await waitFor(() =>
    expect(inputs('exportDevices')).toMatchObject([{ query: { ids: [4], format: 'csv' } }]),
  );
  await user.click(screen.getByRole('button', { name: 'Views' }));
  await user.click(await screen.findByText('Loggers that wait'));
  await waitFor(() =>
    expect(inputs('listDevices').at(-1)?.query).toMatchObject({
      bound: 'false',
      kind: ['logger'],
      sort: 'firmware',
      order: 'asc',
    }),
  );
});
