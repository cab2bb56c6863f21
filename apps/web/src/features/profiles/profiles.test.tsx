import { ADDRESSES, profileAddress, tryProfileAddress } from '@sunfleet/contract';
import { encodePoints, profileById, RegisterImage } from '@sunfleet/device-model';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../test/expect-accessible.ts';
import { familyName } from '../../parts/devices/family-name.ts';
import { mintDeviceRow } from '../../test/mint.ts';
import { pageOf } from '../../test/mint-access.ts';
import { renderPage } from '../../test/render-page.tsx';
import { routes } from './routes.tsx';

const deye = profileById('deye-string')!;
const counts = { connecting: 0, offline: 0, abnormal: 0, normal: 1, standby: 0, online: 0 };
const image = new RegisterImage();
encodePoints(deye, { values: { 'ac.power': 4200, 'ac.frequency': 50 }, texts: {} }, image);

test('families are listed, and one shows its registers and what is missing', async () => {
  const { user } = await renderPage(routes, { at: ADDRESSES.profiles });
  const link = await screen.findByRole('link', { name: familyName(deye) });
  await expectAccessible();
  await user.click(link);
  expect(await screen.findByRole('row', { name: /ac\.power/ })).toBeTruthy();
  await expectAccessible();
  await user.click(screen.getByRole('tab', { name: 'Coverage' }));
  expect(await screen.findByText(/No model was tested on hardware yet/)).toBeTruthy();
});

test('values go into the registers of a simulated device and come back', async () => {
  const { user } = await renderPage(routes, { at: `${profileAddress('deye-string')}&tab=simulate` });
  const field = await screen.findByRole('textbox', { name: 'Value of AC power' });
  await user.clear(field);
  await user.type(field, '4200');
  const row = field.closest('tr')!;
  await waitFor(() => expect(within(row).getByText('4,200 W')).toBeTruthy());
  await expectAccessible();
});

test('a real device is read through its stick, by this profile', async () => {
  const device = mintDeviceRow({
    id: 9,
    name: 'Roof',
    profileId: 'deye-string',
    parent: { id: 1, sn: 'STICK-1' },
  });
  const { user, inputs } = await renderPage(routes, {
    at: `${profileAddress('deye-string')}&tab=live`,
    answers: {
      listDevices: { ...pageOf(device), counts },
      readRegisters: ({ body }: { body: { fn: 3 | 4; addr: number; count: number } }) => ({
        ok: true,
        command: null,
        words: [...(image.read(body.fn, body.addr, body.count) ?? new Uint16Array(body.count))],
      }),
    } as never,
  });
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: 'Device' }));
  await user.click(await screen.findByText('Roof (deye-string)'));
  await user.click(screen.getByRole('button', { name: 'Read' }));
  expect(await screen.findByText('4,200 W')).toBeTruthy();
  expect(inputs('readRegisters').length).toBeGreaterThan(1);
  await expectAccessible();
});

test('a changed copy is judged while it is typed, by places', async () => {
  const page = await renderPage(routes, { at: tryProfileAddress('deye-string') });
  const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Profile as JSON' });
  expect(screen.getByText('Nothing is wrong with it.')).toBeTruthy();
  fireEvent.change(text, { target: { value: text.value.replace('"ac.power"', '"ac.powr"') } });
  expect(await screen.findByText('Did you mean ac.power?')).toBeTruthy();
  await expectAccessible();
  const { user } = page;
  await user.click(screen.getByRole('tab', { name: 'Points', selected: false }));
  const key = await screen.findByDisplayValue('ac.powr');
  fireEvent.change(key, { target: { value: 'ac.power' } });
  await waitFor(() => expect(screen.getByText('Nothing is wrong with it.')).toBeTruthy());
});
