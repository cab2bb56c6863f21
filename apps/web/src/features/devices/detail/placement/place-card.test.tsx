import { ADDRESSES, type DeviceReplacement } from '@sunfleet/contract';
import { CallError } from '@sunfleet/api-client';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../../test/expect-accessible.ts';
import { mintDevice, mintStationRow } from '../../../../test/mint.ts';
import { renderPage } from '../../../../test/render-page.tsx';
import { routes } from '../../routes.tsx';

const AT = `${ADDRESSES.device}?id=4&tab=about`;
const device = mintDevice({ id: 4, sn: 'SN4', children: [{ id: 5, sn: 'SN5', kind: 'battery' }] });
const before: DeviceReplacement = {
  id: 1,
  oldSn: 'SN3',
  newSn: 'SN4',
  old: {
    model: 'SUN-5K',
    manufacturer: 'Sol',
    firmware: '1.1',
    productionDate: null,
    warrantyEnd: null,
    firstPowerOn: null,
  },
  reason: 'Lightning',
  by: 'Hanna Head',
  at: Date.UTC(2026, 0, 1),
};
const answers = {
  getDevice: device,
  deviceLatest: [],
  getDeviceSecret: {
    state: 'good' as const,
    changedAt: null,
    oldUntil: null,
    delivery: null,
    handedTo: null,
    refusals: 0,
    refusedAt: null,
  },
  listDeviceReplacements: [before],
  plantAuthority: {
    permissions: ['devices.create', 'devices.edit', 'devices.delete'] as const,
    by: 'own' as const,
    endsAt: null,
  },
};
const card = async () => within(await screen.findByRole('region', { name: 'Place' }));

test('a device is replaced by its serial number, with the claim code where the server asks for it', async () => {
  let asked = false;
  const { user, inputs } = await renderPage(routes, {
    at: AT,
    answers: {
      ...answers,
      plantAuthority: { ...answers.plantAuthority, permissions: [...answers.plantAuthority.permissions] },
      replaceDevice: () => {
        if (asked) return { device: { ...device, sn: 'SN9' }, secret: '' };
        asked = true;
        throw new CallError('refused', { error: 'claimCodeNeeded', message: 'Enter its claim code.' });
      },
    },
  });
  expect((await card()).getByText(/SN3 was replaced by SN4/)).toBeTruthy();
  expect((await card()).getByText('Sol SUN-5K 1.1 · Hanna Head · Lightning')).toBeTruthy();
  await user.click(await (await card()).findByRole('button', { name: 'Replace the device' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Replace the device' }));
  expect(inputs('replaceDevice')).toEqual([]);
  await user.type(dialog.getByLabelText('New serial number'), 'SN9');
  await user.click(dialog.getByRole('button', { name: 'Replace the device' }));
  await user.type(await dialog.findByLabelText('Claim code'), 'ABCDE12345');
  await expectAccessible();
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(inputs('replaceDevice').at(-1)).toEqual({
      params: { id: 4 },
      body: { sn: 'SN9', claimCode: 'ABCDE12345' },
    }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a device moves to a station that is chosen, and says what goes along', async () => {
  const { user, inputs } = await renderPage(routes, {
    at: AT,
    answers: {
      ...answers,
      plantAuthority: { ...answers.plantAuthority, permissions: [...answers.plantAuthority.permissions] },
      listStations: {
        total: 1,
        page: 1,
        pageSize: 50,
        rows: [mintStationRow({ id: 2, name: 'Barn' })],
        counts: {
          connecting: 0,
          offline: 0,
          partlyOffline: 0,
          alarm: 0,
          emergency: 0,
          normal: 1,
          standby: 0,
        },
      },
      moveDevice: { device, secret: '' },
    },
  });
  await user.click(await (await card()).findByRole('button', { name: 'Move to another station' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Devices behind it that go along: 1')).toBeTruthy();
  await user.click(dialog.getByRole('combobox', { name: 'Station' }));
  await user.click(await screen.findByText('Barn', { selector: '.ant-select-item *' }));
  await user.click(dialog.getByRole('button', { name: 'Move to another station' }));
  await waitFor(() => expect(inputs('moveDevice')).toEqual([{ params: { id: 4 }, body: { stationId: 2 } }]));
});
