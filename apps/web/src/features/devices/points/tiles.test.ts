import { expect, test } from 'vitest';
import { mintPoint } from '../../../test/mint.ts';
import { tileMaps } from './tiles.ts';

const NOW = 1_800_000_000_000;
const currents = (values: readonly number[], time = NOW) =>
  values.map((value, index) => mintPoint({ key: `str${index + 1}.current`, unit: 'A', value, time }));

test('36 strings become 36 tiles in the order of their numbers', () => {
  const [map] = tileMaps(currents(Array.from({ length: 36 }, () => 8)).toReversed());
  expect(map).toMatchObject({ quantity: 'strCurrent', unit: 'A' });
  expect(map!.tiles.map(({ n }) => n)).toEqual(Array.from({ length: 36 }, (_, index) => index + 1));
});

test('the scale begins at half the median, and what is clearly below the median is marked', () => {
  const [map] = tileMaps(currents([8, 8.1, 7.9, 7, 0]));
  expect(map!.scale).toEqual({ least: 0, most: 8.1, median: 7.9 });
  expect(map!.tiles.map(({ step, low }) => [step, low])).toEqual([
    [4, false],
    [4, false],
    [4, false],
    [3, true],
    [0, true],
  ]);
});

test('a value of another moment is no value of this one', () => {
  const [map] = tileMaps([...currents([8, 8, 8]), ...currents([3, 3, 3, 3], NOW - 3_600_000).slice(3)]);
  expect(map!.tiles.map(({ value, step, low }) => [value, step, low]).at(-1)).toEqual([null, null, false]);
  expect(map!.scale?.least).toBe(8);
});

test('at night all are zero and none is marked', () => {
  const [map] = tileMaps(currents([0, 0, 0, 0]));
  expect(map!.tiles.every(({ step, low }) => step === 0 && !low)).toBe(true);
});

test('three inputs need no map, and other points belong to none', () => {
  expect(tileMaps(currents([8, 8, 8]))).toEqual([]);
  expect(tileMaps([mintPoint({ key: 'ac.l1.current' }), mintPoint({ key: 'str.current' })])).toEqual([]);
});

test('by a design an input is low against those of its own roof, each by its strings', () => {
  const input = (alike: string, strings: number) => ({ alike, arrays: [], strings, power: strings });
  const design = {
    strings: new Map([...'EEEWWWX'].map((roof, at) => [at + 1, input(roof, at === 2 ? 2 : 1)])),
    mppts: new Map(),
  };
  const [map] = tileMaps(currents([8, 8.1, 16, 4, 4.1, 3, 1]), design);
  expect(map!.tiles.flatMap(({ n, low }) => (low ? [n] : []))).toEqual([6]);
  const [without] = tileMaps(currents([8, 8.1, 16, 4, 4.1, 3, 1]));
  expect(without!.tiles.flatMap(({ n, low }) => (low ? [n] : []))).toEqual([6, 7]);
});
