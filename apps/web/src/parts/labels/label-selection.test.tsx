import { CallError } from '@sunfleet/api-client';
import { LIMITS } from '@sunfleet/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../test/expect-accessible.ts';
import { mintLabel } from '../../test/mint-access.ts';
import { narrowScreen } from '../../test/narrow-screen.ts';
import { renderPage } from '../../test/render-page.tsx';
import { Notices } from '../../ui/notice/notices.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { LabelMark } from './label-chips.tsx';
import { useLabelSelection } from './use-label-selection.tsx';

interface Plant {
  id: number;
  name: string;
  labels: LabelMark[];
}

const north = { id: 1, name: 'North', color: '#0B63BD' };
const south = { id: 2, name: 'South', color: '#0B63BD' };
const PLANTS: Plant[] = [
  { id: 1, name: 'Alpha', labels: [north, south] },
  { id: 2, name: 'Beta', labels: [north] },
  { id: 3, name: 'Gamma', labels: [] },
];
const COLUMNS: Column<Plant>[] = [
  { key: 'name', title: 'Name', fixed: true, sort: 'name', render: ({ name }) => name },
];
const listLabels = [mintLabel({ name: 'North' }), mintLabel({ id: 2, name: 'South' }), mintLabel({ id: 3 })];

function Plants({ plants }: { plants: Plant[] }) {
  const [state, setState] = useState({
    page: 1,
    pageSize: plants.length > 3 ? plants.length : 2,
    sort: 'name',
    order: 'asc' as const,
  });
  const [filter, setFilter] = useState('');
  const [opened, setOpened] = useState('');
  const { page, pageSize } = state;
  const rows = plants.slice((page - 1) * pageSize, page * pageSize);
  const selection = useLabelSelection({ of: 'station', rows, filter, nameOf: ({ name }: Plant) => name });
  return (
    <>
      <DataTable<Plant>
        label="Plants"
        name="selected"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ id }) => id}
        total={plants.length}
        state={state}
        onState={(change) => setState((before) => ({ ...before, ...change }) as typeof before)}
        onOpen={({ name }) => setOpened(name)}
        card={({ name }) => <a href="#there">{name}</a>}
        selection={selection}
      />
      <button onClick={() => setFilter(filter === '' ? 'roof' : '')}>Filter</button>
      <output>{opened}</output>
      <Notices />
    </>
  );
}

async function open(options: Parameters<typeof renderPage>[1] = {}, plants = PLANTS) {
  const page = await renderPage(<Plants plants={plants} />, { answers, ...options });
  await screen.findByText('Alpha');
  return page;
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const answers = { listLabels, labelStations: { changed: 2 } };

test('labels are put on what is chosen, on several pages, and what only some carry stays', async () => {
  const { user, inputs } = await open();
  expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();
  await user.click(box('Select Alpha'));
  expect(box('All on this page').indeterminate).toBe(true);
  await user.click(screen.getByTitle('2'));
  await user.click(await screen.findByRole('checkbox', { name: 'Select Gamma' }));
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Selected: 2');
  await user.click(screen.getByRole('columnheader', { name: 'Name' }));
  await user.click(screen.getByRole('button', { name: 'Edit labels' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('Selected stations: 2')).toBeTruthy();
  const first = await within(dialog).findByRole<HTMLInputElement>('checkbox', { name: /^North/ });
  expect([first.indeterminate, first.checked]).toEqual([true, false]);
  expect(within(dialog).getAllByText('1 of 2')).toHaveLength(2);
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  await user.click(first);
  await user.click(within(dialog).getByRole('checkbox', { name: 'Label 3' }));
  await expectAccessible(dialog);
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(inputs('labelStations')).toEqual([{ body: { ids: [1, 3], add: [1, 3], remove: [] } }]),
  );
  expect(await screen.findByText('Labels saved. Changed: 2')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('another filter drops the selection and says so; the bar takes it back', async () => {
  const { user } = await open();
  await user.click(box('All on this page'));
  expect(screen.getByRole('region', { name: 'Selection' }).textContent).toContain('Selected: 2');
  await expectAccessible();
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  expect(screen.getByText('The filters have changed, so nothing is selected any more.')).toBeTruthy();
  expect([box('Select Alpha').checked, box('Select Beta').checked]).toEqual([false, false]);
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  expect(box('Select Alpha').checked).toBe(false);
  await user.click(box('Select Beta'));
  await user.click(screen.getByRole('button', { name: 'Clear selection' }));
  expect(box('Select Beta').checked).toBe(false);
  expect(document.activeElement?.hasAttribute('data-table')).toBe(true);
});

test('Space chooses the row in focus, a click in the column of boxes too, and neither opens it', async () => {
  const { user } = await open();
  const [first, second] = screen.getAllByRole('row').slice(-2) as [HTMLElement, HTMLElement];
  first.focus();
  await user.keyboard(' {ArrowDown} ');
  expect([box('Select Alpha').checked, box('Select Beta').checked]).toEqual([true, true]);
  await user.click(within(second).getAllByRole('cell')[0]!);
  expect(box('Select Beta').checked).toBe(false);
  const opened = document.querySelector('output')!;
  expect(opened.textContent).toBe('');
  second.focus();
  await user.keyboard('{Enter}');
  expect(opened.textContent).toBe('Beta');
  await user.click(screen.getByText('Alpha'));
  expect(opened.textContent).toBe('Alpha');
});

test('who may not label sees no boxes', async () => {
  const { unmount } = await open({ role: 'internalReadOnly' });
  expect(screen.queryByRole('checkbox')).toBeNull();
  unmount();
  narrowScreen();
  await open({ role: 'internalReadOnly' });
  expect(screen.getByRole('list', { name: 'Plants' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Select' })).toBeNull();
});

test('a refusal is told and loses nothing', async () => {
  const refusal = new CallError('refused', {
    code: 404,
    error: 'labelNotFound',
    message: 'The label is gone.',
  });
  const { user } = await open({ answers: { listLabels, labelStations: refusal } });
  await user.click(box('Select Beta'));
  await user.click(screen.getByRole('button', { name: 'Edit labels' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(await within(dialog).findByRole('checkbox', { name: 'South' }));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  const alert = await within(dialog).findByRole('alert');
  expect(alert.textContent).toBe('The label is gone.Nothing was changed.');
  expect(within(dialog).getByRole<HTMLInputElement>('checkbox', { name: 'South' }).checked).toBe(true);
});

test('too many labels are told before they are sent', async () => {
  const many = Array.from({ length: LIMITS.labelsPerObject }, (_, index) => ({ ...north, id: index + 10 }));
  const full = { id: 1, name: 'Alpha', labels: many };
  const { user } = await open({}, [full]);
  await user.click(box('Select Alpha'));
  await user.click(screen.getByRole('button', { name: 'Edit labels' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(await within(dialog).findByRole('checkbox', { name: 'South' }));
  expect(within(dialog).getByText('Too many labels: 1 would carry more than 20.')).toBeTruthy();
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
});

test('more than one call takes cannot be labelled at once', async () => {
  const plants = Array.from({ length: LIMITS.labelledAtOnce + 1 }, (_, index) => ({
    id: index + 1,
    name: index === 0 ? 'Alpha' : `Plant ${index}`,
    labels: [],
  }));
  narrowScreen();
  const { user } = await open({}, plants);
  await user.click(screen.getByRole('button', { name: 'Select' }));
  await user.click(box('All on this page'));
  expect(screen.getByText('At most 200 at once')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Edit labels' }).disabled).toBe(true);
});

test('on a phone cards are chosen by a tap once choosing has begun', async () => {
  narrowScreen();
  const { user } = await open();
  await user.click(within(screen.getByRole('list', { name: 'Plants' })).getAllByRole('listitem')[1]!);
  expect(document.querySelector('output')!.textContent).toBe('Beta');
  await user.click(screen.getByRole('button', { name: 'Select' }));
  const [alpha] = screen.getAllByRole('listitem') as [HTMLElement];
  await user.click(alpha);
  expect(box('Select Alpha').checked).toBe(true);
  expect(document.querySelector('output')!.textContent).toBe('Beta');
  await expectAccessible();
  await user.click(box('All on this page'));
  expect(screen.getByRole('region', { name: 'Selection' }).textContent).toContain('Selected: 2');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('checkbox')).toBeNull();
});
