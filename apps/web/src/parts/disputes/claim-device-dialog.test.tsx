import { CallError } from '@sunfleet/api-client';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../test/expect-accessible.ts';
import { pageOf } from '../../test/mint-access.ts';
import { renderPage } from '../../test/render-page.tsx';
import { AddDevice } from '../devices/add-device.tsx';
import { OwnDisputes } from './own-disputes.tsx';

test('who is told that a serial number is taken can claim the device', async () => {
  const { user, inputs } = await renderPage(<AddDevice station={{ id: 5, name: 'Barn' }} />, {
    answers: {
      addDevice: new CallError('refused', { message: 'Already registered.', error: 'snTaken' }),
      openDispute: null,
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Add device' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('Serial number'), 'M-1');
  await user.click(within(dialog).getByRole('button', { name: 'Add device' }));
  await user.click(await within(dialog).findByRole('button', { name: 'This device is mine' }));
  const claim = await screen.findByRole('dialog', { name: 'Claim M-1' });
  await user.click(within(claim).getByRole('button', { name: 'Send claim' }));
  expect(within(claim).getByText(/^Say in a few words/)).toBeTruthy();
  await user.type(within(claim).getByLabelText('Why it is yours'), 'On my wall.');
  await user.type(within(claim).getByLabelText('Claim code'), '35BDH-S76KW');
  await expectAccessible();
  await user.click(within(claim).getByRole('button', { name: 'Send claim' }));
  await waitFor(() =>
    expect(inputs('openDispute')).toEqual([
      { params: { id: 5 }, body: { sn: 'M-1', reason: 'On my wall.', claimCode: '35BDH-S76KW' } },
    ]),
  );
});

test('everybody sees what became of the own claims', async () => {
  const row = {
    id: 1,
    sn: 'M-1',
    station: { id: 5, name: 'Barn' },
    reason: 'On my wall.',
    state: 'kept' as const,
    createdAt: 1_780_000_000_000,
    decidedAt: 1_780_000_100_000,
  };
  await renderPage(<OwnDisputes />, { answers: { listOwnDisputes: pageOf(row) } });
  expect((await screen.findByText('M-1')).closest('li')!.textContent).toContain('the holder keeps it');
});
