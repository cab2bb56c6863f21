import { CallError } from '@sunfleet/api-client';
import type { CalendarEvent, StationNote } from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { Outlet } from 'react-router';
import { expect, test, vi } from 'vitest';
import { expectAccessible } from '../../test/expect-accessible.ts';
import type { Answers } from '../../test/fake-call.ts';
import { mintStationDetail } from '../../test/mint-access.ts';
import { renderPage } from '../../test/render-page.tsx';
import { stationTabs } from './routes.tsx';
// Loaded here, because the first test would time out waiting for it.
import './calendar-tab.tsx';

const station = { ...mintStationDetail({ id: 5 }), today: '2026-06-21', timeZone: 'Europe/Madrid' };
const routes = [{ path: '/station', element: <Outlet context={station} />, children: stationTabs }];
const event = (changes: Partial<CalendarEvent>): CalendarEvent => ({
  kind: 'gridConnected',
  from: '2026-06-03',
  to: '2026-06-03',
  open: false,
  at: null,
  count: 1,
  subjects: [],
  by: null,
  ...changes,
});
const note: StationNote = {
  id: 4,
  from: '2026-06-10',
  to: '2026-06-12',
  text: 'Scaffolding',
  revision: 2,
  created: { at: Date.UTC(2026, 5, 10), by: 'Ina' },
  changed: null,
};

const open = (answers: Answers = {}, { edit = true, query = '' } = {}) =>
  renderPage(routes, {
    at: `/station/calendar?id=5${query}`,
    answers: {
      stationCalendar: {
        timeZone: 'Europe/Madrid',
        events: [
          event({}),
          event({
            kind: 'deviceAdded',
            count: 5,
            subjects: ['A1', 'A2', 'A3'],
            at: Date.UTC(2026, 5, 3, 8),
            by: 'Ina',
          }),
          event({ kind: 'outage', from: '2026-06-19', to: '2026-06-21', open: true, subjects: ['Roof'] }),
        ],
        notes: [note],
      },
      plantAuthority: { permissions: edit ? ['stations.edit'] : [], by: 'own', endsAt: null },
      createStationNote: { id: 9 },
      updateStationNote: null,
      removeStationNote: null,
      ...answers,
    },
  });

test('a month shows its days; one of them is picked and its entries stand alone', async () => {
  const { user, inputs } = await open();
  const day = await screen.findByRole('button', { name: /Jun 3, 2026.*Connected to the grid.*Device added/ });
  expect(inputs('stationCalendar')[0]).toMatchObject({ query: { from: '2026-06-01', to: '2026-06-30' } });
  expect(screen.getByText('A1, A2, A3, +2', { exact: false })).toBeTruthy();
  await expectAccessible();
  await user.click(day);
  const told = screen.getByRole('region', { name: 'Jun 3, 2026' });
  expect(within(told).getAllByRole('listitem')).toHaveLength(2);
  await user.click(within(told).getByRole('button', { name: 'Whole month' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(4);
});

test('a step back asks for the month before, and a year is a list', async () => {
  const { user, inputs } = await open();
  await user.click(await screen.findByRole('button', { name: 'Earlier' }));
  await waitFor(() =>
    expect(inputs('stationCalendar').at(-1)).toMatchObject({
      query: { from: '2026-05-01', to: '2026-05-31' },
    }),
  );
  await user.click(screen.getByText('Year as a list'));
  await waitFor(() =>
    expect(inputs('stationCalendar').at(-1)).toMatchObject({
      query: { from: '2026-01-01', to: '2026-12-31' },
    }),
  );
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.getByText('still going on')).toBeTruthy();
});

test('a note begins with the picked day and is sent; what is refused stands at its field', async () => {
  const createStationNote = new CallError('refused', {
    error: 'invalidInput',
    message: 'Check the fields.',
    fields: [{ path: 'body.text', message: 'Write what happened.' }],
  });
  const { user, inputs } = await open({ createStationNote }, { query: '&day=2026-06-20' });
  await user.click(await screen.findByRole('button', { name: 'Add a note' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(await within(dialog).findByText('Write what happened.')).toBeTruthy();
  expect(inputs('createStationNote')).toEqual([
    { params: { id: 5 }, body: { from: '2026-06-20', to: '2026-06-20', text: '' } },
  ]);
  await expectAccessible();
});

test('a note is changed and deleted over the revision that was read', async () => {
  const { user, inputs } = await open();
  await user.click(await screen.findByRole('button', { name: /^Change the note of Jun 10/ }));
  const edit = await screen.findByRole('dialog');
  await user.type(within(edit).getByRole('textbox', { name: 'What happened' }), ' is gone');
  await user.click(within(edit).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(inputs('updateStationNote')).toEqual([
      {
        params: { id: 5, noteId: 4 },
        body: { from: '2026-06-10', to: '2026-06-12', text: 'Scaffolding is gone', revision: 2 },
      },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: /^Delete the note of Jun 10/ }));
  const remove = await screen.findByRole('dialog');
  await user.click(within(remove).getByRole('button', { name: 'Delete' }));
  await waitFor(() =>
    expect(inputs('removeStationNote')).toEqual([{ params: { id: 5, noteId: 4 }, query: { revision: 2 } }]),
  );
});

test('who only looks finds no way to write', async () => {
  await open({}, { edit: false });
  await screen.findByRole('table');
  expect(screen.queryByRole('button', { name: 'Add a note' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Change the note/ })).toBeNull();
});

test('on a phone the year is a list', async () => {
  const media = vi
    .spyOn(globalThis, 'matchMedia')
    .mockImplementation(
      (query) => Object.assign(new EventTarget(), { matches: query.includes('767') }) as MediaQueryList,
    );
  const { inputs } = await open();
  await screen.findByText('Scaffolding');
  expect(screen.queryByRole('table')).toBeNull();
  expect(inputs('stationCalendar')[0]).toMatchObject({ query: { from: '2026-01-01' } });
  media.mockRestore();
});
