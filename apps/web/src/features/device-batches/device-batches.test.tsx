import { ADDRESSES, deviceBatchAddress } from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../test/expect-accessible.ts';
import { mintDeviceRow } from '../../test/mint.ts';
import { pageOf } from '../../test/mint-access.ts';
import { renderPage } from '../../test/render-page.tsx';
import { routes } from './routes.tsx';
// The dialogs are loaded here, because the first test would time out waiting for them.
import './add-devices.tsx';
import './batch-form.tsx';
import '../../parts/devices/several/several-devices-dialog.tsx';

const batch = {
  id: 4,
  code: 'LINE-7',
  name: 'Line 7',
  remark: 'Delivery of May',
  product: null,
  devices: 2,
  online: 1,
  by: { id: 1, name: 'Ann' },
  createdAt: Date.UTC(2026, 4, 3),
  revision: 3,
};
const counts = { connecting: 0, offline: 0, backFilling: 0, abnormal: 0, normal: 2, standby: 0, online: 0 };
const devices = {
  ...pageOf(mintDeviceRow({ id: 7, name: 'One' }), mintDeviceRow({ id: 8, name: 'Two' })),
  counts,
};
const run = {
  id: 9,
  kind: 'move' as const,
  name: 'Barn',
  state: 'finished' as const,
  dryRun: false,
  by: null,
  reason: '',
  createdAt: 1,
  expiresAt: null,
  endedAt: 2,
  devices: { waiting: 0, running: 0, done: 1, failed: 1, unknown: 0, expired: 0, cancelled: 0 },
  mayDirect: true,
  mayResume: false,
  mayRetry: true,
};
const failed = {
  device: { id: 8, sn: 'SN-8', name: 'Two' },
  state: 'failed' as const,
  attempt: 1,
  failure: 'denied' as const,
  detail: 'Another owner.',
  steps: [],
  startedAt: 1,
  endedAt: 2,
  behind: null,
};
const answers = {
  getDeviceBatch: batch,
  listDevices: devices,
  listRuns: pageOf(run),
  getRun: run,
  listRunDevices: pageOf(failed),
};

test('a batch is made under a code, and its page opens', async () => {
  const { user, inputs, location } = await renderPage(routes, {
    at: ADDRESSES.deviceBatches,
    answers: { ...answers, listDeviceBatches: pageOf(batch), createDeviceBatch: batch },
  });
  await screen.findByRole('link', { name: 'Line 7' });
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'New batch' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('Code'), 'line 7');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(inputs('createDeviceBatch')).toEqual([]);
  await user.clear(within(dialog).getByLabelText('Code'));
  await user.type(within(dialog).getByLabelText('Code'), 'line-7');
  await user.type(within(dialog).getByLabelText('Name'), 'Line 7');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(location()).toBe(deviceBatchAddress(4)));
  expect(inputs('createDeviceBatch')).toEqual([
    { body: { code: 'line-7', name: 'Line 7', remark: '', productId: null } },
  ]);
});

test('serial numbers are checked in a table, and those that fit are added', async () => {
  const device = {
    id: 7,
    name: 'One',
    kind: 'inverter' as const,
    model: null,
    status: 'offline' as const,
    controllable: false,
    weakSignal: true,
    station: { id: 1, name: 'Barn' },
  };
  const { user, inputs } = await renderPage(routes, {
    at: deviceBatchAddress(4),
    answers: {
      ...answers,
      checkDeviceBatch: [
        { sn: 'A', verdict: 'ready', device },
        { sn: 'B', verdict: 'foreign', device: null },
      ],
      addToDeviceBatch: { added: 1 },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Add devices' }));
  const dialog = await screen.findByRole('dialog');
  const file = new File(['Name;SN\r\nOne;A\r\nTwo;B\r\n'], 'delivery.csv', { type: 'text/csv' });
  await user.upload(within(dialog).getByLabelText('Read from a CSV file'), file);
  await waitFor(() =>
    expect(within(dialog).getByLabelText<HTMLInputElement>('Serial numbers').value).toBe('A\nB'),
  );
  await user.click(within(dialog).getByRole('button', { name: 'Check' }));
  await within(dialog).findByText('Will be added: 1 of 2.');
  expect(within(dialog).getByText('Some devices are offline: 1.')).toBeTruthy();
  expect(within(dialog).getByText('Some collector signals are weak: 1.')).toBeTruthy();
  expect(within(dialog).getByText('belongs to somebody else')).toBeTruthy();
  expect(within(dialog).getByText('One · Barn · Offline · nothing can be sent to it')).toBeTruthy();
  await expectAccessible();
  await user.click(within(dialog).getByRole('button', { name: 'Add these (1)' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(inputs('checkDeviceBatch')).toEqual([{ body: { batchId: 4, sns: ['A', 'B'] } }]);
  expect(inputs('addToDeviceBatch')).toEqual([{ params: { id: 4 }, body: { deviceIds: [7] } }]);
});

test('its log shows what became of each device of a run', async () => {
  const { user, inputs } = await renderPage(routes, { at: deviceBatchAddress(4), answers });
  expect(await screen.findByText('Move: Barn')).toBeTruthy();
  expect(inputs('listRuns')[0]).toEqual({ query: { batchId: 4, pageSize: 50 } });
  await user.click(screen.getByRole('button', { name: 'Show result' }));
  expect(await screen.findByText('Another owner.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Retry what failed' })).toBeTruthy();
  await expectAccessible();
});

test('all its devices are unbound as a run, with the result in the dialog', async () => {
  const { user, inputs } = await renderPage(routes, {
    at: deviceBatchAddress(4),
    answers: { ...answers, unbindSeveralDevices: { runId: 9, devices: 2 } },
  });
  await user.click(await screen.findByRole('button', { name: 'Unbind' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('Devices: 2')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Unbind' }));
  await screen.findByText('Another owner.');
  expect(inputs('unbindSeveralDevices')).toEqual([
    { body: { target: { deviceIds: [], batchIds: [4] }, reason: '' } },
  ]);
});

test('an everyday parameter is set on all its devices of a family', async () => {
  const { user, inputs } = await renderPage(routes, {
    at: deviceBatchAddress(4),
    answers: { ...answers, setSeveralParameters: { runId: 9, devices: 2 } },
  });
  await user.click(await screen.findByRole('button', { name: 'Set a parameter' }));
  const dialog = within(await screen.findByRole('dialog'));
  const start = dialog.getByRole('button', { name: 'Set a parameter' });
  await user.selectOptions(dialog.getByLabelText('Device family'), 'deye-hybrid-3p');
  await user.selectOptions(dialog.getByLabelText('Parameter'), 'battery.reserve');
  const field = dialog.getByLabelText('Battery reserve (%)');
  await user.type(field, '101');
  expect(dialog.getByText(/^A value within the range/)).toBeTruthy();
  expect(start).toHaveProperty('disabled', true);
  await user.clear(field);
  await user.type(field, '35');
  await expectAccessible();
  await user.click(start);
  await screen.findByText('Another owner.');
  const target = { deviceIds: [], batchIds: [4] };
  const changes = [{ key: 'battery.reserve', value: 35 }];
  expect(inputs('setSeveralParameters')).toEqual([
    { body: { target, profileId: 'deye-hybrid-3p', changes, reason: '' } },
  ]);
});
