import { LARGEST_TOWN_TILE } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { squaresInView } from './squares-in-view.ts';

test('the whole world is one square', () => {
  expect(squaresInView({ west: -180, east: 179, south: -80, north: 80, zoom: 1.2 })).toEqual([
    { z: 0, x: 0, y: 0 },
  ]);
});

test('a view of a region asks for the squares it touches', () => {
  const view = { west: 10.5, east: 12.5, south: 47.5, north: 48.7, zoom: 7.4 };
  expect(squaresInView(view)).toEqual([
    { z: 6, x: 33, y: 22 },
    { z: 6, x: 34, y: 22 },
  ]);
});

test('however near one looks, squares are no finer than the server has them', () => {
  const squares = squaresInView({ west: 11.5, east: 11.51, south: 48.1, north: 48.11, zoom: 16 });
  expect(squares).toEqual([{ z: LARGEST_TOWN_TILE, x: 272, y: 177 }]);
});

test('a view over the date line asks on both sides of it, and no square twice', () => {
  const squares = squaresInView({ west: 170, east: 190, south: -1, north: 1, zoom: 4 });
  expect(squares.map(({ x }) => x).toSorted((a, b) => a - b)).toEqual([0, 0, 7, 7]);
  expect(squaresInView({ west: -400, east: 400, south: -1, north: 1, zoom: 2 })).toHaveLength(4);
});
