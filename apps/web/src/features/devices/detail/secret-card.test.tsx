import { ADDRESSES, type DeviceSecretState } from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answers } from '../../../test/fake-call.ts';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import { mintDevice } from '../../../test/mint.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes } from '../routes.tsx';

const AT = `${ADDRESSES.device}?id=4&tab=about`;
const changing: DeviceSecretState = {
  state: 'changing',
  changedAt: Date.UTC(2027, 0, 1, 9),
  oldUntil: Date.UTC(2027, 0, 8, 9),
  delivery: 'handed',
  handedTo: '198.51.100.7',
  refusals: 3,
  refusedAt: Date.UTC(2027, 0, 1, 10),
};
const good = { ...changing, state: 'good', oldUntil: null, delivery: null, refusedAt: null } as const;
const authority = (...permissions: ('devices.create' | 'devices.delete' | 'devices.view')[]) => ({
  permissions,
  by: 'own' as const,
  endsAt: null,
});
const answers = {
  getDevice: mintDevice({ id: 4, sn: 'SN4' }),
  plantAuthority: authority('devices.create', 'devices.delete'),
  getDeviceSecret: changing,
  rotateDeviceSecret: { secret: 'BRANDNEW', oldUntil: changing.oldUntil },
  endOldDeviceSecret: null,
  revokeDeviceSecret: null,
  unbindDevice: null,
};
async function open(changed: Answers = {}) {
  const page = await renderPage(routes, { at: AT, answers: { ...answers, ...changed } });
  const card = within(await screen.findByRole('region', { name: 'Secret' }));
  /** Opens the dialog of an action and confirms it. */
  const confirm = async (action: string, title: RegExp) => {
    await page.user.click(card.getByRole('button', { name: action }));
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    await page.user.click(dialog.getByRole('button', { name: action }));
  };
  return { ...page, card, confirm };
}

test('while the secret changes, its card tells how far the new one is and what was refused', async () => {
  const { card } = await open();
  expect(card.getByText('being changed')).toBeTruthy();
  expect(card.getByText('handed over to 198.51.100.7')).toBeTruthy();
  expect(card.getByText(/^3, the last one at/)).toBeTruthy();
  await expectAccessible();
});

test('a new secret is shown once, with what becomes of the old one', async () => {
  const { user, confirm, inputs } = await open({ getDeviceSecret: good });
  await confirm('New secret', /New secret for SN4/);
  expect(await screen.findByText('BRANDNEW')).toBeTruthy();
  expect(screen.getByText(/The old one works until the device uses the new one/)).toBeTruthy();
  expect(inputs('rotateDeviceSecret')).toEqual([{ params: { id: 4 } }]);
  await user.click(screen.getByRole('button', { name: 'I have kept it' }));
  await waitFor(() => expect(screen.queryByText('BRANDNEW')).toBeNull());
});

test('the old secret is ended and the device revoked after it was confirmed', async () => {
  const { confirm, inputs } = await open();
  await confirm('End the old one now', /End the old secret of SN4/);
  await waitFor(() => expect(inputs('endOldDeviceSecret')).toEqual([{ params: { id: 4 } }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await confirm('Revoke', /Revoke the secret of SN4/);
  await waitFor(() => expect(inputs('revokeDeviceSecret')).toEqual([{ params: { id: 4 } }]));
});

test('an unbound device leads back to the list', async () => {
  const { confirm, location } = await open();
  await confirm('Unbind device', /Unbind SN4/);
  await waitFor(() => expect(location()).toBe(ADDRESSES.devices));
});

test('only what can be done is offered', async () => {
  const offered = async (changed: Answers) => {
    const { card, unmount } = await open(changed);
    const found = card.queryAllByRole('button').map((button) => button.textContent);
    unmount();
    return found;
  };
  expect(await offered({ getDeviceSecret: good })).toEqual(['New secret', 'Revoke', 'Unbind device']);
  expect(await offered({ getDeviceSecret: { ...good, state: 'revoked' } })).toEqual([
    'New secret',
    'Unbind device',
  ]);
  const behind = mintDevice({ id: 4, parent: { id: 3, sn: 'LOGGER' } });
  const none = { getDevice: behind, getDeviceSecret: { ...good, state: 'none' as const } };
  expect(await offered(none)).toEqual(['Unbind device']);
  expect(await offered({ ...none, plantAuthority: authority('devices.create') })).toEqual([]);
});

test('who may not add devices to the station sees nothing of it', async () => {
  const plantAuthority = authority('devices.view');
  const { inputs } = await renderPage(routes, { at: AT, answers: { ...answers, plantAuthority } });
  await waitFor(() => expect(inputs('plantAuthority')).toHaveLength(1));
  expect(screen.queryByRole('region', { name: 'Secret' })).toBeNull();
  expect(inputs('getDeviceSecret')).toEqual([]);
});
