import { expect, test } from 'vitest';
import { inputGroups, type StringMaps, type ToldInput } from './string-groups.ts';

const told = (device: number, kind: ToldInput['kind'], ...numbers: number[]): ToldInput[] =>
  numbers.map((n) => ({ device, station: 1, kind, n, point: 100 * device + n }));
const unmapped: StringMaps = { mapOf: () => undefined, ratingOf: () => 5000 };
const shown = (...input: Parameters<typeof inputGroups>) =>
  inputGroups(...input).map(({ kind, inputs }) => [kind, ...inputs.map(({ device, n }) => `${device}.${n}`)]);

test('strings of one inverter are compared with each other, and two inputs with those of equal inverters', () => {
  expect(shown([...told(1, 'strings', 1, 2, 3), ...told(1, 'mppts', 1, 2)], unmapped, 0)).toEqual([
    ['strings', '1.1', '1.2', '1.3'],
  ]);
  const two = [1, 2, 3].flatMap((device) => told(device, 'mppts', 1, 2));
  expect(shown(two, unmapped, 0)).toEqual([['mppts', '1.1', '1.2', '2.1', '2.2', '3.1', '3.2']]);
  const other = { ...unmapped, ratingOf: (device: number) => device };
  expect(shown(two, other, 0)).toHaveLength(3);
});

test('by the design inputs of alike arrays are compared over all inverters, and what it leaves out is not', () => {
  const input = (alike: string | null, strings: number) => ({ alike, arrays: [], strings, power: strings });
  const maps: StringMaps = {
    mapOf: () => ({
      strings: new Map(),
      mppts: new Map([
        [1, input('East', 3)],
        [2, input('West', 1)],
        [3, input(null, 4)],
      ]),
    }),
    ratingOf: () => null,
  };
  const groups = inputGroups([...told(1, 'mppts', 1, 2, 3, 4), ...told(2, 'mppts', 1, 2)], maps, 0);
  expect(groups.map(({ kind, inputs }) => [kind, inputs.map(({ device, n }) => `${device}.${n}`)])).toEqual([
    ['strings', ['1.1', '2.1']],
    ['strings', ['1.2', '2.2']],
  ]);
  expect(groups[0]!.inputs.map(({ strings, weight }) => [strings, weight])).toEqual([
    [3, 3 / 8],
    [3, 3 / 4],
  ]);
});
