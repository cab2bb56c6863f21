import type { OutputOf } from '@sunfleet/api-client';
import { screen, waitFor, within } from '@testing-library/react';
import { Outlet } from 'react-router';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import type { Answers } from '../../../test/fake-call.ts';
import { mintStationDetail } from '../../../test/mint-access.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { stationTabs } from '../routes.tsx';
// Loaded here, because the first test would time out waiting for it.
import './operation-tab.tsx';

const station = { ...mintStationDetail({ id: 5 }), timeZone: 'Europe/Madrid' };
const routes = [{ path: '/station', element: <Outlet context={station} />, children: stationTabs }];
const page = { page: 1, pageSize: 20 };
const at = Date.UTC(2026, 5, 21, 8);

const command: OutputOf<'listStationCommands'>['rows'][number] = {
  id: 1,
  user: { id: 3, name: 'Hanna Head' },
  asked: { type: 'modbusWrite', fn: 16, addr: 117, words: [35] },
  state: 'failed',
  failure: 'notConnected',
  detail: null,
  words: null,
  result: null,
  at,
  sentAt: null,
  endedAt: at,
  device: { id: 7, sn: 'INV7', name: 'Roof' },
};
const devices = { waiting: 0, running: 0, done: 3, failed: 1, unknown: 0, expired: 0, cancelled: 0 };
const run: OutputOf<'listStationRuns'>['rows'][number] = {
  id: 8,
  kind: 'instructions',
  name: 'Winter reserve',
  state: 'finished',
  dryRun: false,
  by: { id: 1, name: 'Ann' },
  reason: '',
  createdAt: at,
  expiresAt: null,
  endedAt: at,
  devices,
  mayRead: true,
};

const open = (answers: Answers = {}, query = '') =>
  renderPage(routes, {
    at: `/station/opration?id=5${query}`,
    answers: {
      listStationCommands: {
        ...page,
        total: 2,
        rows: [command, { ...command, id: 2, user: null, state: 'done', failure: null, device: null }],
      },
      listStationRuns: { ...page, total: 2, rows: [run, { ...run, id: 9, name: 'Other', mayRead: false }] },
      listStationTasks: { ...page, total: 0, rows: [] },
      ...answers,
    },
  });

test('commands say at which device, by whom and what became of them, and are filtered by the address', async () => {
  const { inputs, user } = await open();
  const row = (await screen.findByText('Hanna Head')).closest('tr')!;
  expect(row.textContent).toContain('write 35 to 117');
  expect(row.textContent).toContain('failed: not connected');
  expect(within(row).getByRole('link', { name: 'Roof' }).getAttribute('href')).toContain('id=7');
  const gone = screen.getByText('The server').closest('tr')!;
  expect(gone.textContent).toContain('No longer at this station');
  await expectAccessible();
  await user.click(screen.getByRole('combobox', { name: 'What was asked' }));
  await user.click(await screen.findByTitle('Writes'));
  await waitFor(() => expect(inputs('listStationCommands').at(-1)?.query).toMatchObject({ writes: 'true' }));
});

test('what is empty under filters says so and shows all again', async () => {
  const { inputs, user } = await open(
    { listStationCommands: { ...page, total: 0, rows: [] } },
    '&state=unknown&by=server',
  );
  await waitFor(() =>
    expect(inputs('listStationCommands')[0]?.query).toMatchObject({ state: ['unknown'], byPeople: 'false' }),
  );
  await user.click(await screen.findByRole('button', { name: /filter/i }));
  await waitFor(() => expect(inputs('listStationCommands').at(-1)?.query).not.toHaveProperty('state'));
  expect(await screen.findByText('Nothing was asked of the devices of this station')).toBeTruthy();
});

test('what was started on devices tells how far those of the station are, and opens what the reader may read', async () => {
  const { user, inputs } = await open(
    {
      getRun: { ...run, mayDirect: false, mayResume: false, mayRetry: false },
      listRunDevices: { ...page, total: 0, rows: [] },
    },
    '&show=runs',
  );
  expect((await screen.findAllByText('Done 3 · Failed 1')).length).toBe(2);
  await expectAccessible();
  expect(screen.queryByRole('button', { name: 'Results: Other' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Results: Winter reserve' }));
  await waitFor(() => expect(inputs('getRun')).toEqual([{ params: { id: 8 } }]));
});

test.each([true, false])('a suspended run offers to go on to who could begin it: %s', async (mayResume) => {
  const suspended = { ...run, state: 'suspended' as const, endedAt: null };
  const { user } = await open(
    {
      listStationRuns: { ...page, total: 1, rows: [{ ...suspended, mayRead: true }] },
      getRun: { ...suspended, mayDirect: true, mayResume, mayRetry: false },
      listRunDevices: { ...page, total: 0, rows: [] },
    },
    '&show=runs',
  );
  await user.click(await screen.findByRole('button', { name: 'Results: Winter reserve' }));
  expect(await screen.findByRole('button', { name: 'Stop' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Go on' }) !== null).toBe(mayResume);
});

test('tasks of the station stand under their own part, for those who may see tasks', async () => {
  const { user } = await open();
  await user.click(await screen.findByText('Tasks'));
  expect(await screen.findByText('No task reaches this station')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'All tasks' })).toBeTruthy();
});
