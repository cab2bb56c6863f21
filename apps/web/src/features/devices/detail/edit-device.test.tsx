import { CallError } from '@sunfleet/api-client';
import { ADDRESSES } from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import { mintDevice } from '../../../test/mint.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes } from '../routes.tsx';

const AT = `${ADDRESSES.device}?id=4&tab=about`;
const device = mintDevice({
  id: 4,
  sn: 'SN4',
  name: 'Roof east',
  ratedPower: 8000,
  warrantyEnd: '2034-02-28',
});
const answers = {
  getDevice: device,
  deviceLatest: [],
  listDeviceProfiles: [
    { id: 'deye-string', brand: 'Deye', kind: 'inverter' as const, models: ['SUN-*'], own: false },
    { id: 'meter-dtsd422', brand: 'CHINT', kind: 'meter' as const, models: ['DTSD422'], own: false },
  ],
  plantAuthority: { permissions: ['devices.edit' as const], by: 'own' as const, endsAt: null },
};

test('only touched fields are sent, and a wrong one says what is right', async () => {
  const { user, inputs } = await renderPage(routes, { at: AT, answers: { ...answers, editDevice: device } });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit Roof east' });
  const power = within(dialog).getByLabelText('Rated power in kW');
  expect(power).toHaveProperty('value', '8');
  await user.clear(power);
  await user.type(power, '-1');
  expect(within(dialog).getByText('Enter a number above 0.')).toBeTruthy();
  await user.clear(power);
  await user.type(power, '8,25');
  await user.selectOptions(await within(dialog).findByLabelText('Device profile'), 'deye-string');
  await user.clear(within(dialog).getByLabelText('End of warranty'));
  await expectAccessible();
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  const body = { version: 1, ratedPower: 8250, profileId: 'deye-string', warrantyEnd: null };
  await waitFor(() => expect(inputs('editDevice')).toEqual([{ params: { id: 4 }, body }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('what somebody else saved meanwhile is read again, and what was typed stays', async () => {
  const edited = new CallError('refused', { error: 'deviceEdited', message: 'Somebody saved other values.' });
  let saved = device;
  const { user, inputs } = await renderPage(routes, {
    at: AT,
    answers: { ...answers, getDevice: () => saved, editDevice: edited },
  });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('Remark'), 'Loose cable');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  saved = { ...device, name: 'Roof west', version: 2 };
  await user.click(await within(dialog).findByRole('button', { name: 'Read again' }));
  await waitFor(() =>
    expect(within(dialog).getByLabelText('Name (optional)')).toHaveProperty('value', 'Roof west'),
  );
  expect(within(dialog).getByLabelText('Remark')).toHaveProperty('value', 'Loose cable');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(inputs('editDevice').at(-1)).toEqual({
      params: { id: 4 },
      body: { version: 2, remark: 'Loose cable' },
    }),
  );
});

test('who may not edit at this station finds no button', async () => {
  const looks = { permissions: ['devices.view' as const], by: 'grant' as const, endsAt: null };
  await renderPage(routes, { at: AT, answers: { ...answers, plantAuthority: looks } });
  expect(await screen.findByText('SN4')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
});

test('the total counts what people added to the counter, marked, and what was measured is one click away', async () => {
  const counter = {
    value: 100,
    time: Date.UTC(2026, 5, 21),
    unit: 'kWh',
    kind: 'counter' as const,
    decimals: null,
  };
  const { user } = await renderPage(routes, {
    at: AT,
    answers: {
      ...answers,
      getDevice: { ...device, energyOffset: 25, energyOffsetReason: 'The counter was replaced' },
      deviceLatest: [{ ...counter, key: 'energy.total', name: null, custom: false }],
    },
  });
  expect(await screen.findByText('125')).toBeTruthy();
  expect(screen.getByText(/The counter was replaced/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'corrected' }));
  expect(await screen.findByText(/^Measured: 100/)).toBeTruthy();
  await expectAccessible();
});
