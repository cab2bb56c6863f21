import { CallError } from '@sunfleet/api-client';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { expectAccessible } from '../../test/expect-accessible.ts';
import { pageOf } from '../../test/mint-access.ts';
import { mintDevice, mintDeviceLive, mintDeviceRow, mintStationRow } from '../../test/mint.ts';
import { renderPage } from '../../test/render-page.tsx';
import { mintEndpoints } from '../../test/mint-endpoints.ts';
import { AddDevice, BindDevice } from './add-device.tsx';
// The module is loaded here, because the first test would time out waiting for it.
import './add-device-dialog.tsx';

const station = { id: 5, name: 'Barn' };
const profiles = [
  { id: 'deye-string', brand: 'Deye', kind: 'inverter' as const, models: ['SUN-*K-G0x'], own: false },
];
/** What the dialog reads beside what a test is about. */
const reads = {
  listDeviceProfiles: profiles,
  getDeviceEndpoints: mintEndpoints(),
  getDevice: mintDevice({ live: mintDeviceLive({ lastDataAt: null, lastSeenAt: null }) }),
};
beforeEach(() => sessionStorage.clear());

test('a device is added by its serial number, and its secret shown once', async () => {
  let tries = 0;
  const { user, inputs } = await renderPage(<AddDevice station={station} />, {
    answers: {
      ...reads,
      addDevice: () => {
        tries += 1;
        if (tries === 1)
          throw new CallError('refused', {
            message: 'The serial number M-1 is already registered.',
            error: 'snTaken',
          });
        return { device: mintDevice({ sn: 'M-1' }), secret: 'top-secret' };
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Add device' }));
  const dialog = await screen.findByRole('dialog');
  const ok = within(dialog).getByRole('button', { name: 'Add device' });
  await user.click(ok);
  expect(within(dialog).getByText(/^Enter the serial number: 3 to 64/)).toBeTruthy();
  await user.type(within(dialog).getByLabelText('Serial number'), ' M-1 ');
  await user.selectOptions(within(dialog).getByLabelText('Kind'), 'Meter');
  await user.selectOptions(within(dialog).getByLabelText('What the meter measures'), 'Load meter');
  await expectAccessible();
  await user.click(ok);
  expect((await within(dialog).findByRole('alert')).textContent).toMatch(/already registered/);
  await user.click(ok);
  expect(await screen.findByText('top-secret')).toBeTruthy();
  expect((await screen.findByRole('region', { name: 'Lines to copy' })).textContent).toContain(
    '-P top-secret',
  );
  await expectAccessible();
  expect(inputs('addDevice').at(-1)).toEqual({
    params: { id: 5 },
    body: { sn: 'M-1', kind: 'meter', meterRole: 'load' },
  });
  await user.click(screen.getByRole('button', { name: 'I have kept it' }));
  await waitFor(() => expect(screen.queryByText('top-secret')).toBeNull());
});

test('a device that reports is added by its claim code, asked for when it is needed; what was typed stays', async () => {
  const refusals = ['claimCodeNeeded', 'wrongClaimCode'] as const;
  let tries = 0;
  const { user, inputs } = await renderPage(<AddDevice station={station} />, {
    answers: {
      ...reads,
      addDevice: () => {
        const error = refusals[(tries += 1) - 1];
        if (error) throw new CallError('refused', { message: `Says ${error}.`, error });
        return { device: mintDevice({ sn: 'M-1' }), secret: '' };
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Add device' }));
  const dialog = await screen.findByRole('dialog');
  const ok = within(dialog).getByRole('button', { name: 'Add device' });
  await user.type(within(dialog).getByLabelText('Serial number'), 'M-1');
  await user.type(within(dialog).getByLabelText('Name (optional)'), 'Roof');
  expect(within(dialog).queryByLabelText('Claim code')).toBeNull();
  await user.click(ok);
  expect((await within(dialog).findByRole('alert')).textContent).toContain('Says claimCodeNeeded.');
  const code = within(dialog).getByLabelText('Claim code');
  await user.type(code, 'short');
  await user.click(ok);
  expect(within(dialog).getByText(/^A claim code has ten/)).toBeTruthy();
  expect(tries).toBe(1);
  await user.clear(code);
  await user.type(code, '35bdh-s76kx');
  await expectAccessible();
  await user.click(ok);
  expect(await within(dialog).findByText('Says wrongClaimCode.')).toBeTruthy();
  await user.type(code, '{Backspace}w');
  await user.click(ok);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(inputs('addDevice').at(-1)).toEqual({
    params: { id: 5 },
    body: { sn: 'M-1', kind: 'inverter', name: 'Roof', claimCode: '35bdh-s76kw' },
  });
});

test('one that reports without a station gets its place, by who may give it one', async () => {
  const device = { sn: 'LOOSE-1', kind: 'logger' as const };
  const { user, inputs, unmount } = await renderPage(<BindDevice device={device} />, {
    answers: {
      ...reads,
      listStations: { ...pageOf(mintStationRow({ id: 5, name: 'Barn' })), counts: {} as never },
      addDevice: { device: mintDevice({ sn: 'LOOSE-1' }), secret: '' },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Add to a station' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Add device' }));
  expect(within(dialog).getByText('Choose a station.')).toBeTruthy();
  await user.click(within(dialog).getByRole('combobox', { name: 'Station' }));
  await user.click(await screen.findByText('Barn', { selector: '.ant-select-item-option-content' }));
  await user.type(within(dialog).getByLabelText('Name (optional)'), 'Roof');
  await user.click(within(dialog).getByRole('button', { name: 'Add device' }));
  await waitFor(() =>
    expect(inputs('addDevice')).toEqual([
      { params: { id: 5 }, body: { sn: 'LOOSE-1', kind: 'logger', name: 'Roof' } },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  unmount();
  await renderPage(<BindDevice device={device} />, { role: 'internalReadOnly' });
  expect(screen.queryByRole('button')).toBeNull();
});

test('a device is registered behind a logger of the station', async () => {
  const logger = mintDeviceRow({ sn: 'STICK-1', kind: 'logger', name: 'Attic' });
  const { user, inputs } = await renderPage(<AddDevice station={station} />, {
    answers: {
      ...reads,
      listDevices: { ...pageOf(logger), counts: {} as never },
      addDevice: { device: mintDevice({ sn: 'INV-1' }), secret: '' },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Add device' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('Serial number'), 'INV-1');
  await user.selectOptions(await within(dialog).findByLabelText('Behind logger'), 'Attic (STICK-1)');
  await expectAccessible();
  await user.click(within(dialog).getByRole('button', { name: 'Add device' }));
  await waitFor(() =>
    expect(inputs('addDevice')).toEqual([
      { params: { id: 5 }, body: { sn: 'INV-1', kind: 'inverter', parentSn: 'STICK-1' } },
    ]),
  );
});

test('from the list of devices the station is chosen in the dialog, and family and model are told', async () => {
  const { user, inputs, location } = await renderPage(<AddDevice />, {
    answers: {
      ...reads,
      listStations: { ...pageOf(mintStationRow({ id: 5, name: 'Barn' })), counts: {} as never },
      addDevice: { device: mintDevice({ sn: 'D-1' }), secret: '' },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Add device' }));
  const dialog = await screen.findByRole('dialog');
  expect(location()).toBe('/?add=1');
  await user.type(within(dialog).getByLabelText('Serial number'), 'D-1');
  await expectAccessible();
  await user.click(within(dialog).getByRole('combobox', { name: 'Station' }));
  await user.click(await screen.findByText('Barn', { selector: '.ant-select-item-option-content' }));
  await user.selectOptions(await within(dialog).findByLabelText('Family'), 'Deye SUN-*K-G0x');
  await user.type(within(dialog).getByLabelText('Model (optional)'), 'SUN-12K-G03');
  await user.click(within(dialog).getByRole('button', { name: 'Add device' }));
  await waitFor(() =>
    expect(inputs('addDevice')).toEqual([
      {
        params: { id: 5 },
        body: {
          sn: 'D-1',
          kind: 'inverter',
          profileId: 'deye-string',
          manufacturer: 'Deye',
          model: 'SUN-12K-G03',
        },
      },
    ]),
  );
  await waitFor(() => expect(location()).toBe('/'));
});

test('a page that is loaded anew opens the dialog with what was typed, until it is sent', async () => {
  const answers = { ...reads, addDevice: { device: mintDevice({ sn: 'KEPT-1' }), secret: 's' } };
  const first = await renderPage(<AddDevice station={station} />, { at: '/?add=1', answers });
  await first.user.type(await screen.findByLabelText('Serial number'), 'KEPT-1');
  first.unmount();
  const { user, location } = await renderPage(<AddDevice station={station} />, { at: '/?add=1', answers });
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByLabelText<HTMLInputElement>('Serial number').value).toBe('KEPT-1');
  await user.click(within(dialog).getByRole('button', { name: 'Add device' }));
  await user.click(await screen.findByRole('button', { name: 'I have kept it' }));
  expect(location()).toBe('/');
  await user.click(await screen.findByRole('button', { name: 'Add device' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Serial number')).value).toBe('');
});

test('a wrong serial number is told as its field is left', async () => {
  const { user } = await renderPage(<AddDevice station={station} />, { at: '/?add=1', answers: reads });
  await user.type(await screen.findByLabelText('Serial number'), 'a b');
  await user.tab();
  await user.tab();
  expect(await screen.findByText(/^Enter the serial number: 3 to 64/)).toBeTruthy();
});
