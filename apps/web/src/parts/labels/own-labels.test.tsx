import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../test/expect-accessible.ts';
import { mintLabel } from '../../test/mint-access.ts';
import { renderPage } from '../../test/render-page.tsx';
import { OwnLabels } from './own-labels.tsx';

const marks = [{ id: 1, name: 'North', color: '#0B63BD' }];
const listLabels = [mintLabel({ name: 'North' }), mintLabel({ id: 2, name: 'South' })];

test('labels of a device are chosen among the organisation’s', async () => {
  const { user, inputs } = await renderPage(<OwnLabels of="device" id={8} labels={marks} />, {
    answers: { listLabels, labelDevice: null },
  });
  await user.click(await screen.findByRole('button', { name: 'Edit labels' }));
  const dialog = await screen.findByRole('dialog');
  expect((await within(dialog).findByRole<HTMLInputElement>('checkbox', { name: 'North' })).checked).toBe(
    true,
  );
  await user.click(within(dialog).getByRole('checkbox', { name: 'South' }));
  expect(within(dialog).getByText('Chosen: 2 of at most 20')).toBeTruthy();
  await expectAccessible();
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(inputs('labelDevice')).toEqual([{ params: { id: 8 }, body: { labelIds: [1, 2] } }]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('who may only look sees the labels alone', async () => {
  await renderPage(<OwnLabels of="station" id={8} labels={marks} />, { role: 'internalReadOnly' });
  expect(await screen.findByText('North')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
