import { ADDRESSES, SIM_ALERTS, type SimAlert, type SimRow } from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../test/expect-accessible.ts';
import { renderPage } from '../../test/render-page.tsx';
import { routes } from './routes.tsx';

const sim: SimRow = {
  id: 5,
  iccid: '89490200001234567890',
  msisdn: '+491701234567',
  operator: 'Net',
  plan: 'IoT 500',
  status: 'active',
  usedMb: 450,
  volumeMb: 500,
  usedAt: 0,
  cycleEnd: '2027-01-31',
  expiresOn: '2027-01-20',
  daysLeft: 20,
  autoRenew: false,
  imei: null,
  imeiBefore: null,
  remark: null,
  device: { id: 7, sn: 'LOG-7', name: null, lastSeenAt: null },
  station: { id: 3, name: 'Barn' },
  organisation: { id: 2, name: 'North Solar' },
  alerts: ['volume80', 'ends30'],
  renewalAskedAt: null,
  request: null,
  failure: null,
  revision: 4,
};
const counts = Object.fromEntries(SIM_ALERTS.map((alert) => [alert, 0])) as Record<SimAlert, number>;
const listSims = { total: 1, page: 1, pageSize: 20, rows: [sim], counts, provider: null };

test('a card says what it needs somebody for, and is changed over the revision that was read', async () => {
  const { user, inputs } = await renderPage(routes, {
    at: `${ADDRESSES.sims}?alert=volume80`,
    answers: { listSims, updateSim: sim },
  });
  expect(await screen.findByText('80 % of data used')).toBeTruthy();
  expect(screen.getByText('450 of 500 MB')).toBeTruthy();
  expect(inputs('listSims')[0]).toMatchObject({ query: { alert: ['volume80'] } });
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: /Change card/ }));
  const dialog = await screen.findByRole('dialog');
  const used = within(dialog).getByRole('textbox', { name: 'Used data (MB)' });
  await user.clear(used);
  await user.type(used, 'much');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(within(dialog).getByText(/Enter megabytes/)).toBeTruthy();
  await user.clear(used);
  await user.type(used, '12,5');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(inputs('updateSim')).toMatchObject([
      { params: { id: 5 }, body: { usedMb: 12.5, collectorSn: 'LOG-7', imei: null, revision: 4 } },
    ]),
  );
});

test('chosen cards are renewed together; what only a provider can do is not offered without one', async () => {
  const { user, inputs } = await renderPage(routes, {
    at: ADDRESSES.sims,
    answers: { listSims, renewSims: { changed: 1, left: 0 }, editSims: { changed: 1, left: 0 } },
  });
  await user.click(await screen.findByRole('checkbox', { name: /89490200001234567890/ }));
  await user.click(screen.getByRole('button', { name: /More/ }));
  expect(await screen.findByRole('menuitem', { name: 'Set a field' })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: 'Suspend' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Renew' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/administrators of the organisation get a message/)).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Renew' }));
  await waitFor(() => expect(inputs('renewSims')).toEqual([{ body: { ids: [5] } }]));
});

test('a table with a wrong cell names it and is not written; the right one is', async () => {
  const answers = [
    {
      fileName: 'cards.csv',
      rows: 1,
      added: 0,
      changed: 0,
      errorCount: 1,
      errors: [{ row: 2, column: 'ICCID', cell: 'A2', value: '12', message: 'No card' }],
    },
    { fileName: 'cards.csv', rows: 1, added: 1, changed: 0, errorCount: 0, errors: [] },
    { fileName: 'cards.csv', rows: 1, added: 1, changed: 0, errorCount: 0, errors: [] },
  ];
  const { user, inputs } = await renderPage(routes, {
    at: ADDRESSES.sims,
    role: 'platformAdmin',
    answers: {
      listSims,
      organisationTree: [{ id: 2, name: 'North Solar', manageable: true, children: [] }] as never,
      importSims: () => answers.shift()!,
    },
  });
  await user.click(await screen.findByRole('button', { name: /Import/ }));
  const dialog = await screen.findByRole('dialog');
  const file = () => new File(['iccid\n12'], 'cards.csv', { type: 'text/csv' });
  const input = () => dialog.querySelector<HTMLInputElement>('input[type=file]')!;
  await waitFor(() => expect(input()).not.toBeNull());
  await user.upload(input(), file());
  expect(await within(dialog).findByText('A2')).toBeTruthy();
  const write = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Import' });
  expect(write.disabled).toBe(true);
  await user.upload(input(), file());
  expect(await within(dialog).findByText(/new cards: 1/)).toBeTruthy();
  await user.click(write);
  await waitFor(() => expect(inputs('importSims')).toHaveLength(3));
  expect(inputs('importSims').map(({ query }) => query?.check)).toEqual(['true', 'true', undefined]);
});

test('who may only look finds neither boxes nor buttons', async () => {
  await renderPage(routes, { at: ADDRESSES.sims, role: 'internalReadOnly', answers: { listSims } });
  await screen.findByText('450 of 500 MB');
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('button', { name: /Change|Import/ })).toBeNull();
});
