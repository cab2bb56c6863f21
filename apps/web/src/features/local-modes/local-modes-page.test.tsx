import { ADDRESSES, type LocalMode, type Product } from '@sunfleet/contract';
import { profileById } from '@sunfleet/device-model';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../test/expect-accessible.ts';
import { pageOf } from '../../test/mint-access.ts';
import { renderPage } from '../../test/render-page.tsx';
import { routes } from './routes.tsx';
// Page and dialog are loaded here, because the first test would time out waiting for them.
import './local-modes-page.tsx';
import './edit-local-mode.tsx';

const product = {
  id: 7,
  manufacturer: 'Maker',
  model: 'Hybrid 10',
  kind: 'hybrid',
  profileId: 'deye-hybrid-3p',
  everybody: false,
  devices: 2,
  revision: 1,
} as Product;
const [write] = profileById('deye-hybrid-3p')!.writes;
const mode = {
  product: { ...product },
  parameters: [
    { key: write!.key, form: 'number', unit: '', min: 0, max: 1, step: 1, choices: [], risk: 'safe' },
  ],
  standards: [{ code: 'VDE-AR-N 4105', name: '', value: 3 }],
  revision: 4,
  changedAt: 1,
} as unknown as LocalMode;

test('a product is allowed with parameters and standards, over the revision that was read, and forbidden again', async () => {
  const { user, inputs } = await renderPage(routes, {
    at: ADDRESSES.localModes,
    answers: {
      listProducts: pageOf(product),
      listLocalModes: [mode],
      setLocalMode: null,
      removeLocalMode: null,
    },
  });
  const row = await screen.findByRole('row', { name: /Hybrid 10/ });
  expect(row.textContent).toContain('Allowed');
  expect(row.textContent).toContain('VDE-AR-N 4105');
  await expectAccessible();
  const edit = () => user.click(screen.getByRole('button', { name: 'Edit: Maker Hybrid 10' }));
  await edit();
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Add a standard' }));
  await user.type(dialog.getAllByLabelText('Standard')[1]!, 'EN 50549-1');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('A whole number from 0 to 65535.')).toBeTruthy();
  await user.type(dialog.getAllByLabelText('Number in the inverter')[1]!, '12');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(inputs('setLocalMode')).toEqual([
      {
        params: { id: 7 },
        body: {
          parameters: [write!.key],
          standards: [
            { code: 'VDE-AR-N 4105', name: '', value: 3 },
            { code: 'EN 50549-1', name: '', value: 12 },
          ],
          revision: 4,
        },
      },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await edit();
  await user.click(await screen.findByRole('button', { name: 'No longer allow' }));
  await waitFor(() => expect(inputs('removeLocalMode')).toEqual([{ params: { id: 7 } }]));
});
