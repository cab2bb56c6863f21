import { expect, test } from 'vitest';
import type { Column } from './column.ts';
import { fittingColumns, widthOf } from './fitting-columns.ts';

const column = (key: string, about: Partial<Column<object>> = {}): Column<object> => ({
  key,
  title: key,
  render: () => key,
  ...about,
});
const COLUMNS = [
  column('name', { fixed: true, width: 200 }),
  column('status', { width: 100 }),
  column('note'),
  column('age', { width: 80 }),
  column('id', { width: 10, hidden: true }),
];

test('as many columns as there is room for, in their order', () => {
  expect(fittingColumns(COLUMNS, 520)).toEqual(['name', 'status', 'note', 'age']);
  expect(fittingColumns(COLUMNS, 519)).toEqual(['name', 'status', 'note']);
  expect(fittingColumns(COLUMNS, 439)).toEqual(['name', 'status']);
  expect(fittingColumns(COLUMNS, 120)).toEqual(['name']);
});

test('what can be done with a row stays, and others give way to it', () => {
  const withButtons = [...COLUMNS, column('buttons', { width: 100, buttons: true })];
  expect(fittingColumns(withButtons, 620)).toEqual(['name', 'status', 'note', 'age', 'buttons']);
  expect(fittingColumns(withButtons, 619)).toEqual(['name', 'status', 'note', 'buttons']);
  expect(fittingColumns(withButtons, 120)).toEqual(['name', 'buttons']);
});

test('a head is never broken inside of a word', () => {
  expect(widthOf({ title: 'Power', width: 100 })).toBe(100);
  expect(widthOf({ title: 'Volllaststunden', width: 130 })).toBe(171);
  expect(widthOf({ title: 'Power now and then', width: 130 })).toBe(130);
  expect(widthOf({ title: '' })).toBe(140);
});

test('all of them until the table was measured', () => {
  expect(fittingColumns(COLUMNS, undefined)).toEqual(['name', 'status', 'note', 'age']);
  expect(fittingColumns(COLUMNS, 0)).toEqual(['name', 'status', 'note', 'age']);
});
