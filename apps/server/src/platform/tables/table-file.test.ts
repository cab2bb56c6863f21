import { expect, test } from 'vitest';
import { tableFile } from './table-file.ts';

test('others have their turn while a part of thousands of rows is written', async () => {
  const rows = Array.from({ length: 20_000 }, (_, row) => [row, `Row ${row}`, '=1+1', { day: '2026-11-28' }]);
  const file = tableFile({
    format: 'csv',
    title: 'Rows',
    titles: ['number', 'name', 'formula', 'day'],
    clock: String,
    parts: [rows],
  });
  let [turns, over, text] = [0, false, ''];
  const count = () => {
    turns += 1;
    if (!over) setImmediate(count);
  };
  setImmediate(count);
  for await (const part of file) text += String(part);
  over = true;
  const lines = text.split('\r\n');
  expect([lines.length, lines[1]]).toEqual([rows.length + 2, "0,Row 0,'=1+1,2026-11-28"]);
  expect(turns).toBeGreaterThan(3);
});

test('rows with very long texts are given away one after the other', async () => {
  const long = 'x'.repeat(100_000);
  const file = tableFile({
    format: 'csv',
    title: 'Rows',
    titles: ['text'],
    clock: String,
    parts: [Array.from({ length: 20 }, () => [long])],
  });
  const lengths: number[] = [];
  for await (const piece of file) lengths.push(String(piece).length);
  expect(lengths.reduce((sum, length) => sum + length)).toBeGreaterThan(20 * long.length);
  expect(Math.max(...lengths)).toBeLessThan(2 * long.length);
});
