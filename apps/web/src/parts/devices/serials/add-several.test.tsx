import { CallError } from '@sunfleet/api-client';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import { pageOf } from '../../../test/mint-access.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { AddDevice } from '../add-device.tsx';
// The module is loaded here, because the first test would time out waiting for it.
import './add-several-dialog.tsx';

const station = { id: 5, name: 'Barn' };
const reads = { listDevices: { ...pageOf(), counts: {} } as never };
const checked = [
  { sn: 'N-1', state: 'new' as const, station: null },
  { sn: 'C-1', state: 'claimNeeded' as const, station: null },
  { sn: 'M-1', state: 'mine' as const, station: { id: 6, name: 'Mill' } },
  { sn: 'T-1', state: 'taken' as const, station: null },
];
beforeEach(() => sessionStorage.clear());

test('serial numbers are checked in a table, and what is refused keeps no other one out', async () => {
  let tries = 0;
  const { user, inputs, location } = await renderPage(<AddDevice station={station} />, {
    answers: {
      ...reads,
      checkDevices: checked,
      addDevices: () => {
        tries += 1;
        if (tries === 1) throw new CallError('offline');
        return [
          { sn: 'N-1', deviceId: 9, secret: 'top-secret', refusal: null },
          {
            sn: 'C-1',
            deviceId: null,
            secret: '',
            refusal: { error: 'wrongClaimCode', message: 'That is not its code.' },
          },
        ];
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Add several' }));
  const dialog = await screen.findByRole('dialog');
  expect(location()).toContain('several=1');
  await user.click(within(dialog).getByRole('button', { name: 'Check' }));
  expect(within(dialog).getByText('Enter at least one serial number.')).toBeTruthy();
  await user.type(within(dialog).getByLabelText('Serial numbers'), 'N-1, C-1 M-1\nT-1');
  expect(within(dialog).getByText(/: 4 of 1,000/)).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Check' }));
  await within(dialog).findByText('Will be added: 1 of 4.');
  expect(within(dialog).getByText('belongs to somebody else')).toBeTruthy();
  expect(within(dialog).getByRole('link', { name: 'in Mill' })).toBeTruthy();
  await user.type(within(dialog).getByLabelText('Claim code: C-1'), '35BDHS76KW');
  await expectAccessible();
  await user.click(within(dialog).getByRole('button', { name: 'Add these (2)' }));
  await within(dialog).findByRole('alert');
  // Nothing is lost with the connection: the same button goes on.
  await user.click(within(dialog).getByRole('button', { name: 'Add these (2)' }));
  await within(dialog).findByText('Added: 1. Not added: 1.');
  expect(within(dialog).getByText('That is not its code.')).toBeTruthy();
  expect(within(dialog).getByRole('button', { name: 'Save secrets (CSV)' })).toBeTruthy();
  expect(inputs('checkDevices')).toEqual([
    { params: { id: 5 }, body: { sns: ['N-1', 'C-1', 'M-1', 'T-1'] } },
  ]);
  expect(inputs('addDevices').at(-1)).toEqual({
    params: { id: 5 },
    body: { kind: 'inverter', devices: [{ sn: 'N-1' }, { sn: 'C-1', claimCode: '35BDHS76KW' }] },
  });
  await user.click(within(dialog).getByRole('button', { name: 'I have kept it' }));
  await waitFor(() => expect(location()).not.toContain('several'));
});

test('more than a thousand at a time are not sent', async () => {
  const { user, inputs } = await renderPage(<AddDevice station={station} />, {
    at: '/?several=1',
    answers: reads,
  });
  const field = await screen.findByLabelText('Serial numbers');
  await user.click(field);
  await user.paste(Array.from({ length: 1001 }, (_, n) => `SN-${n}`).join('\n'));
  await user.click(screen.getByRole('button', { name: 'Check' }));
  expect(screen.getByText('At most 1,000 at a time; these are 1,001.')).toBeTruthy();
  expect(inputs('checkDevices')).toEqual([]);
});
