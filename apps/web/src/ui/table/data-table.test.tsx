import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { narrowScreen } from '../../test/narrow-screen.ts';
import { renderPage } from '../../test/render-page.tsx';
import { violations } from '../../test/violations.ts';
import { SearchFilter } from '../filter/filters.tsx';
import { NoMatch } from '../page/states.tsx';
import type { Column } from './column.ts';
import { DataTable } from './data-table.tsx';
import type { DataTableProps } from './data-table-props.ts';
import { storedDensity } from './table-settings.ts';

interface Plant {
  id: number;
  name: string;
  power: number;
}

const COLUMNS: Column<Plant>[] = [
  { key: 'name', title: 'Name', fixed: true, sort: 'name', render: ({ name }) => name },
  { key: 'power', title: 'Power', align: 'right', sort: 'power', render: ({ power }) => `${power} W` },
  { key: 'note', title: 'Note', hidden: true, render: () => 'noted' },
];

const ROWS: Plant[] = [
  { id: 1, name: 'Alpha', power: 10 },
  { id: 2, name: 'Beta', power: 20 },
];

const STATE = { page: 1, pageSize: 20, sort: 'name', order: 'asc' } as const;

const open = (changes: Partial<DataTableProps<Plant>> = {}) =>
  renderPage(
    <DataTable<Plant>
      label="Plants"
      name="test"
      columns={COLUMNS}
      rows={ROWS}
      rowKey={({ id }) => id}
      total={45}
      state={STATE}
      {...changes}
    />,
  );

const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);

test('shows its columns and rows, and which rows of how many', async () => {
  const { container } = await open();
  expect(heads()).toEqual(['Name', 'Power']);
  expect(screen.getByText('20 W')).toBeDefined();
  expect(screen.getByText('1–20 of 45')).toBeDefined();
  expect(await violations(container)).toEqual([]);
});

test('asks the server for another order, from the first page on', async () => {
  const onState = vi.fn<NonNullable<DataTableProps<Plant>['onState']>>();
  const { user } = await open({ onState });
  expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending');
  await user.click(screen.getByRole('columnheader', { name: 'Power' }));
  expect(onState).toHaveBeenCalledExactlyOnceWith({ sort: 'power', order: 'desc', page: 1 });
});

test('asks the server for another page', async () => {
  const onState = vi.fn<NonNullable<DataTableProps<Plant>['onState']>>();
  const { user } = await open({ onState });
  await user.click(screen.getByTitle('2'));
  expect(onState).toHaveBeenCalledExactlyOnceWith({ page: 2 });
});

test('rows are reached by arrow keys and opened by Enter or click', async () => {
  const onOpen = vi.fn<(row: Plant) => void>();
  const onPeek = vi.fn<(row: Plant) => void>();
  const { user } = await open({ onOpen, onPeek });
  const [first, second] = screen.getAllByRole('row').slice(-2) as [HTMLElement, HTMLElement];
  first.focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(second);
  expect(onPeek).toHaveBeenLastCalledWith(ROWS[1]);
  await user.keyboard('{Enter}');
  expect(onOpen).toHaveBeenLastCalledWith(ROWS[1]);
  await user.click(within(first).getByText('Alpha'));
  expect(onOpen).toHaveBeenLastCalledWith(ROWS[0]);
});

test('the arrow down leads from the search into the rows, and the arrow up back', async () => {
  const search = <SearchFilter label="Find" value="a" onChange={() => undefined} />;
  const { user } = await open({ tools: search, onOpen: () => undefined });
  await user.click(screen.getByRole('searchbox', { name: 'Find' }));
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toContain('Alpha');
  await user.keyboard('{ArrowUp}');
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Find' }));
  await user.keyboard('{Enter}');
  expect(document.activeElement?.textContent).toContain('Alpha');
});

test('usual columns without room are counted beside the choice of columns', async () => {
  const width = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(200);
  await open({ name: 'narrow' });
  expect(heads()).toEqual(['Name']);
  expect(screen.getByRole('button', { name: 'Columns: 1 more column' })).toBeDefined();
  width.mockRestore();
});

test('columns are chosen and stay chosen', async () => {
  const { user, unmount } = await open();
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Note' }));
  await user.click(screen.getByRole('checkbox', { name: 'Power' }));
  expect(heads()).toEqual(['Name', 'Note']);
  unmount();
  await open();
  expect(heads()).toEqual(['Name', 'Note']);
});

test('the row height is the same in every table', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Row height: Compact' }));
  expect(storedDensity.get()).toBe('comfortable');
  storedDensity.set(undefined);
});

test('sums stand below their columns, beside the checkboxes as well', async () => {
  const { container } = await open({ name: 'summed', sums: { name: 'All 45', power: '900 W' } });
  const last = screen.getAllByRole('row').at(-1)!;
  expect(
    within(last)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['All 45', '900 W']);
  expect(await violations(container)).toEqual([]);
});

test('shows a skeleton before the first answer and says when there is nothing', async () => {
  const loading = await open({ rows: undefined as never });
  expect(screen.getByRole('status', { name: 'Loading' })).toBeDefined();
  loading.unmount();
  const clear = vi.fn<() => void>();
  const { user } = await open({ rows: [], empty: <NoMatch onClear={clear} /> });
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(clear).toHaveBeenCalledOnce();
});

test('on a phone rows are cards', async () => {
  narrowScreen();
  const onOpen = vi.fn<(row: Plant) => void>();
  const { user, container } = await open({ card: ({ name }) => <strong>{name}</strong>, onOpen });
  expect(screen.queryByRole('table')).toBeNull();
  await user.click(within(screen.getByRole('list', { name: 'Plants' })).getByText('Beta'));
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(ROWS[1]);
  expect(await violations(container)).toEqual([]);
});
