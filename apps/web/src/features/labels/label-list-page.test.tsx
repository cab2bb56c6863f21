import { ADDRESSES } from '@sunfleet/contract';
import { CallError } from '@sunfleet/api-client';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../test/expect-accessible.ts';
import { mintLabel } from '../../test/mint-access.ts';
import { mintAccount, mintSession } from '../../test/mint.ts';
import { renderPage } from '../../test/render-page.tsx';
import { routes } from './routes.tsx';

const AT = ADDRESSES.labels;
const listLabels = [mintLabel({ name: 'North', description: 'Service contract' }), mintLabel({ id: 2 })];

test('labels stand with their counts, which lead to what carries them', async () => {
  await renderPage(routes, { at: AT, answers: { listLabels } });
  const row = (await screen.findByText('North')).closest('tr')!;
  expect(row.textContent).toContain('Service contract');
  expect(within(row).getByRole('link', { name: '2' }).getAttribute('href')).toBe(
    `${ADDRESSES.stations}?label=1`,
  );
  await expectAccessible();
});

test('a label is made; what is wrong stands at its field and nothing typed is lost', async () => {
  let taken = true;
  const { user, inputs } = await renderPage(routes, {
    at: AT,
    answers: {
      listLabels,
      createLabel: () => {
        if (taken)
          throw new CallError('refused', {
            error: 'invalidInput',
            fields: [{ path: 'body.name', message: 'Another label has this name.' }],
          });
        return mintLabel({ id: 3 });
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: /New label/ }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(within(dialog).getByText('Enter a name for the label.')).toBeTruthy();
  await user.type(within(dialog).getByLabelText('Name'), 'North');
  await expectAccessible();
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText('Another label has this name.')).toBeTruthy();
  taken = false;
  await user.type(within(dialog).getByLabelText('Name'), ' 2');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(inputs('createLabel').at(-1)).toEqual({
    body: { name: 'North 2', description: '', color: '#0B63BD' },
  });
});

test('a label is changed, and deleted after a question that counts what loses it', async () => {
  const { user, inputs } = await renderPage(routes, {
    at: AT,
    answers: { listLabels, updateLabel: mintLabel(), deleteLabel: null },
  });
  await user.click(await screen.findByRole('button', { name: 'Edit label “North”' }));
  const name = within(await screen.findByRole('dialog')).getByLabelText('Name');
  await user.clear(name);
  await user.type(name, 'South{Enter}');
  await waitFor(() =>
    expect(inputs('updateLabel')).toEqual([
      { params: { id: 1 }, body: { name: 'South', description: 'Service contract', color: '#0B63BD' } },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Delete label “North”' }));
  const question = await screen.findByRole('dialog');
  expect(question.textContent).toContain('stations: 2, devices: 0');
  await user.click(within(question).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(inputs('deleteLabel')).toEqual([{ params: { id: 1 } }]));
});

test('who may only look finds no buttons; nothing to see says what to do', async () => {
  const looking = await renderPage(routes, { at: AT, role: 'internalReadOnly', answers: { listLabels } });
  await screen.findByText('North');
  expect(screen.queryByRole('button', { name: /label/i })).toBeNull();
  looking.unmount();
  const empty = await renderPage(routes, { at: AT, answers: { listLabels: [] } });
  expect(await screen.findByText('No labels yet')).toBeTruthy();
  empty.unmount();
  const failing = await renderPage(routes, { at: AT, answers: { listLabels: new CallError('offline') } });
  expect(await screen.findByRole('alert')).toBeTruthy();
  failing.unmount();
  await renderPage(routes, { at: AT, role: 'visitor', answers: { listLabels } });
  expect(await screen.findByText('No permission')).toBeTruthy();
});

test('who reaches a part of the organisation makes labels, and is offered none of what all of its stations carry', async () => {
  const account = mintAccount('organisationAdmin', { reach: 'part' });
  await renderPage(routes, { at: AT, answers: { listLabels }, session: mintSession({ account }) });
  expect(await screen.findByText('North')).toBeTruthy();
  expect(screen.getByRole('button', { name: /New label/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /North/ })).toBeNull();
});
