import { expect, test } from 'vitest';
import { inPages, spansOf } from './pages.ts';

async function pagesOf(ids: readonly number[], limit: number) {
  const asked: [after: number, limit: number][] = [];
  const read = async (after: number, most: number) => {
    asked.push([after, most]);
    return ids.filter((id) => id > after).slice(0, most);
  };
  const pages: number[][] = [];
  for await (const page of inPages(read, (id) => id, limit)) pages.push(page);
  return { pages, asked };
}

test('rows come page by page, each once, and no page is asked for in vain', async () => {
  expect(await pagesOf([3, 4, 8, 9, 20], 2)).toEqual({
    pages: [[3, 4], [8, 9], [20]],
    asked: [
      [0, 2],
      [4, 2],
      [9, 2],
    ],
  });
  expect((await pagesOf([1, 2], 2)).pages).toEqual([[1, 2]]);
  expect((await pagesOf([], 2)).pages).toEqual([]);
});

test('spans hold all ids, however they are ordered and however far apart', () => {
  expect([...spansOf([900_000_000_000, 5, 1, 40], 3)]).toEqual([
    { from: 1, to: 40 },
    { from: 900_000_000_000, to: 900_000_000_000 },
  ]);
  expect([...spansOf([])]).toEqual([]);
});
