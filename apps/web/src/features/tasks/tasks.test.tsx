import { ADDRESSES, type Task, TASK_STATES, type TaskState } from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { expectAccessible } from '../../test/expect-accessible.ts';
import { renderPage } from '../../test/render-page.tsx';
import { routes } from './routes.tsx';
import type { TaskOpener } from './task-actions.tsx';
import { TaskCard } from './task-card.tsx';

const NEXT = [Date.UTC(2027, 0, 4, 2), Date.UTC(2027, 0, 11, 2)];
const devices = { waiting: 0, running: 0, done: 3, failed: 1, unknown: 0, expired: 0, cancelled: 0 };
const task: Task = {
  id: 9,
  name: 'Winter reserve',
  instructionSetId: 4,
  instructionSet: 'Reserve 35',
  target: { deviceIds: [7], stationIds: [], labelIds: [], batchIds: [] },
  schedule: { kind: 'weekly', time: '03:00', days: [1] },
  timeZone: 'Europe/Berlin',
  window: null,
  missed: 'skip',
  concurrency: 10,
  minutes: 60,
  reason: '',
  state: 'waiting',
  by: { id: 1, name: 'Ann' },
  createdAt: 0,
  next: NEXT,
  last: { dueAt: 0, at: 0, state: 'started', reason: null, runId: 3, devices },
  revision: 2,
};
const counts = Object.fromEntries(TASK_STATES.map((state) => [state, 0])) as Record<TaskState, number>;
const listTasks = (changes: Partial<Task> = {}) => ({
  total: 1,
  page: 1,
  pageSize: 20,
  rows: [{ ...task, ...changes }],
  counts,
});
const set = { id: 4, code: 'r35', name: 'Reserve 35', description: '', steps: [], writes: true, revision: 1 };
const page = { total: 1, page: 1, pageSize: 200 };
const onOpen = vi.fn<TaskOpener>();

test('a task tells its state, its times and what became of it, and is suspended from the list', async () => {
  const { user, inputs } = await renderPage(routes, {
    at: ADDRESSES.tasks,
    answers: { listTasks: listTasks(), suspendTask: task },
  });
  expect(await screen.findByText('To be executed')).toBeTruthy();
  expect(screen.getByText(/^Monday at 3:00\sAM · Europe\/Berlin$/)).toBeTruthy();
  expect(screen.getByText('Done 3 · Failed 1')).toBeTruthy();
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Suspend: Winter reserve' }));
  await waitFor(() => expect(inputs('suspendTask')).toEqual([{ params: { id: 9 } }]));
});

test('a task on a phone says by sign and word that devices failed, and what is rarely done stands in a menu', async () => {
  const { user } = await renderPage(
    <TaskCard task={{ ...task, schedule: { kind: 'now' } }} onOpen={onOpen} />,
  );
  expect(await screen.findByText('Now')).toBeTruthy();
  const failed = screen.getByText('Done 3 · Failed 1');
  expect(failed.closest('p')!.textContent).toBe('Last time: Done 3 · Failed 1');
  expect(failed.parentElement!.querySelector('svg')).toBeTruthy();
  expect(screen.queryByText('Begun')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Actions: Winter reserve' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Change' }));
  expect(onOpen.mock.calls).toEqual([['edit', expect.objectContaining({ id: 9 })]]);
});

test('a new task shows its next times, and asks for what is missing before it is sent', async () => {
  const { user, inputs } = await renderPage(routes, {
    at: ADDRESSES.tasks,
    answers: {
      listTasks: listTasks(),
      listInstructionSets: {
        ...page,
        rows: [
          { ...set, dangerous: false },
          { ...set, id: 5, name: 'Danger', dangerous: true },
        ],
      },
      listDevices: { ...page, rows: [], counts: {} } as never,
      listStations: { ...page, rows: [{ id: 3, name: 'Barn' }], counts: {} } as never,
      listLabels: [],
      previewTask: { next: NEXT },
      createTask: task,
    },
  });
  await user.click(await screen.findByRole('button', { name: 'New task' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Winter');
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'When' }), 'daily');
  expect(await within(dialog).findByText('Next times')).toBeTruthy();
  await waitFor(() => expect(within(dialog).getAllByRole('listitem')).toHaveLength(2));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(within(dialog).getByText(/Choose a set and at least one device/)).toBeTruthy();
  expect(inputs('createTask')).toEqual([]);
  const sets = within(dialog).getByRole('combobox', { name: 'Instruction set' });
  expect(within(sets).queryByText(/Danger/)).toBeNull();
  await user.selectOptions(sets, '4');
  await user.click(within(dialog).getByRole('combobox', { name: 'All devices of stations' }));
  await user.click(await screen.findByTitle('Barn'));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(inputs('createTask')).toMatchObject([
      {
        body: {
          name: 'Winter',
          instructionSetId: 4,
          target: { stationIds: [3] },
          schedule: { kind: 'daily', time: '03:00' },
          window: null,
        },
      },
    ]),
  );
});

test('who may only look finds results and no other button; a suspended task says so', async () => {
  await renderPage(routes, {
    at: ADDRESSES.scheduledTasks,
    role: 'internalReadOnly',
    answers: { listTasks: listTasks({ state: 'suspended' }) },
  });
  expect(await screen.findByText('Suspended')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Timed tasks' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Results: Winter reserve' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Resume|Actions|New task/ })).toBeNull();
});
