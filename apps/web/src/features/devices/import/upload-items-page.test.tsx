import { ADDRESSES, type DeviceImport, type DeviceImportRow } from '@sunfleet/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import { pageOf } from '../../../test/mint-access.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes } from '../routes.tsx';
// The page is loaded here, because the first test would time out waiting for it.
import './upload-items-page.tsx';

const checked: DeviceImport = {
  id: 7,
  fileName: 'fleet.xlsx',
  state: 'checked',
  total: 4,
  counts: { wrong: 1, failed: 1, ready: 2, waiting: 0, added: 0 },
  secrets: 0,
  createdAt: 1,
  endedAt: null,
};
const row: DeviceImportRow = {
  row: 2,
  sn: 'INV-1',
  station: 'Barn',
  kind: 'inverter',
  state: 'ready',
  message: null,
  deviceId: null,
};

test('a table is checked row by row, runs on the server, and tells what became of each row', async () => {
  let now = checked;
  let rows = [
    {
      ...row,
      row: 4,
      sn: 'INV-3',
      kind: null,
      state: 'wrong' as const,
      message: 'Kind: none of the choices.',
    },
    {
      ...row,
      row: 3,
      sn: 'INV-2',
      state: 'failed' as const,
      message: 'There is no station of yours named Nowhere.',
    },
    row,
  ];
  const { user, inputs, location } = await renderPage(routes, {
    at: ADDRESSES.uploadItems,
    answers: {
      listDeviceImports: [],
      checkDeviceImport: checked,
      getDeviceImport: () => now,
      listDeviceImportRows: () => pageOf(...rows),
      startDeviceImport: () => {
        now = { ...checked, state: 'running', counts: { ...checked.counts, ready: 0, waiting: 1, added: 1 } };
        return now;
      },
    } as never,
  });
  await user.upload(await screen.findByLabelText(/Choose a file/), new File(['sn'], 'fleet.xlsx'));
  expect((await screen.findByRole('row', { name: /INV-3/ })).textContent).toContain('none of the choices');
  expect(screen.getByRole('row', { name: /INV-2/ }).textContent).toContain('Nowhere');
  // Who loads the page again finds the same table.
  expect(location()).toContain('import=7');
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Add these (2)' }));
  await screen.findByText(/Being added: 2 of 3/);
  expect(screen.getByRole('button', { name: 'Stop' })).toBeTruthy();
  rows = [rows[1]!, { ...row, state: 'added' as const, deviceId: 9 } as never];
  now = { ...checked, state: 'ended', secrets: 2, counts: { ...checked.counts, ready: 0, added: 2 } };
  await waitFor(() => expect(screen.getByText('Added: 2. Refused: 1. Wrong: 1.')).toBeTruthy(), {
    timeout: 5000,
  });
  expect((await screen.findByRole('link', { name: 'INV-1' })).getAttribute('href')).toContain('id=9');
  expect(screen.getByRole('button', { name: 'Save secrets (CSV)' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Try refused ones again (1)' }));
  await waitFor(() =>
    expect(inputs('startDeviceImport')).toEqual([
      { params: { id: 7 }, body: { rows: 'ready' } },
      { params: { id: 7 }, body: { rows: 'failed' } },
    ]),
  );
});
