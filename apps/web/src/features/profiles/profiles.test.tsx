import { ADDRESSES, ownProfileAddress, profileAddress, tryProfileAddress } from '@sunfleet/contract';
import { encodePoints, profileById, RegisterImage } from '@sunfleet/device-model';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../test/expect-accessible.ts';
import { familyName } from '../../parts/devices/family-name.ts';
import { mintDeviceRow } from '../../test/mint.ts';
import { pageOf } from '../../test/mint-access.ts';
import { renderPage } from '../../test/render-page.tsx';
import { routes } from './routes.tsx';
// The pages are loaded here, because the first test would time out waiting for them.
import './profile-list-page.tsx';
import './profile-page.tsx';
import './try-page.tsx';

// A family of few points: tables of many take a test long.
const family = profileById('meter-dtsd422')!;
const counts = { connecting: 0, offline: 0, backFilling: 0, abnormal: 0, normal: 1, standby: 0, online: 0 };
const image = new RegisterImage();
encodePoints(family, { values: { 'meter.power': 4200, 'meter.frequency': 50 }, texts: {} }, image);

const own = {
  id: 12,
  profileId: 'own-12',
  brand: 'Own',
  models: ['Mine'],
  kind: 'meter' as const,
  family: 'meter-dtsd422',
  devices: 2,
  by: null,
  changedAt: 1,
  revision: 3,
};

test('families are listed, and one shows its registers and what is missing', async () => {
  const { user } = await renderPage(routes, { at: ADDRESSES.profiles, answers: { listOwnProfiles: [own] } });
  const kept = await screen.findByRole('link', { name: 'Own Mine' });
  expect(kept.getAttribute('href')).toContain('own=12');
  const link = await screen.findByRole('link', { name: familyName(family) });
  await expectAccessible();
  await user.click(link);
  expect(await screen.findByText('meter.power')).toBeTruthy();
  await user.click(screen.getByRole('tab', { name: 'Coverage' }));
  expect(await screen.findByText(/No model was tested on hardware yet/)).toBeTruthy();
});

test('values go into the registers of a simulated device and come back', async () => {
  await renderPage(routes, { at: `${profileAddress('meter-dtsd422')}&tab=simulate` });
  const field = await screen.findByLabelText('Value of Meter power');
  fireEvent.change(field, { target: { value: '4200' } });
  const row = field.closest('tr')!;
  await waitFor(() => expect(within(row).getByText('4,200 W')).toBeTruthy());
  await expectAccessible();
});

test('a real device is read through its stick, by this profile', async () => {
  const device = mintDeviceRow({
    id: 9,
    name: 'Roof',
    profileId: 'meter-dtsd422',
    parent: { id: 1, sn: 'STICK-1' },
  });
  const { user, inputs } = await renderPage(routes, {
    at: `${profileAddress('meter-dtsd422')}&tab=live`,
    answers: {
      listDevices: { ...pageOf(device), counts },
      readRegisters: ({ body }: { body: { fn: 3 | 4; addr: number; count: number } }) => ({
        ok: true,
        command: null,
        words: [...(image.read(body.fn, body.addr, body.count) ?? new Uint16Array(body.count))],
      }),
    } as never,
  });
  const choice = await screen.findByRole('combobox', { name: 'Device' });
  await expectAccessible();
  fireEvent.mouseDown(choice);
  await user.click(await screen.findByText('Roof (meter-dtsd422)'));
  await user.click(screen.getByRole('button', { name: 'Read' }));
  expect(await screen.findByText('4,200 W')).toBeTruthy();
  expect(inputs('readRegisters').length).toBeGreaterThan(0);
});

test('a changed copy is judged while it is typed, by places', async () => {
  const page = await renderPage(routes, { at: tryProfileAddress('meter-dtsd422') });
  const text = await screen.findByLabelText<HTMLTextAreaElement>('Profile as JSON');
  expect(screen.getByText('Nothing is wrong with it.')).toBeTruthy();
  fireEvent.change(text, { target: { value: text.value.replace('"meter.power"', '"meter.powr"') } });
  expect(await screen.findByText(/Did you mean meter\.power\?/)).toBeTruthy();
  const { user } = page;
  await user.click(screen.getByRole('tab', { name: 'Points', selected: false }));
  const key = await screen.findByDisplayValue('meter.powr');
  fireEvent.change(key, { target: { value: 'meter.power' } });
  await waitFor(() => expect(screen.getByText('Nothing is wrong with it.')).toBeTruthy());
});

test('a profile that is right is kept for the organisation, over the revision that was read', async () => {
  const { user, inputs } = await renderPage(routes, {
    at: ownProfileAddress(12),
    answers: { getOwnProfile: { ...own, data: { ...family, brand: 'Own' } }, updateOwnProfile: own },
  });
  await user.click(await screen.findByRole('button', { name: 'Save the change' }));
  await waitFor(() =>
    expect(inputs('updateOwnProfile')).toMatchObject([
      { params: { id: 12 }, body: { revision: 3, data: { brand: 'Own' } } },
    ]),
  );
});
