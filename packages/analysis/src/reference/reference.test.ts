/// <reference types="node" />
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as models from '../models.ts';

type Wire = number | null | string | boolean;
/** Null is NaN; `Infinity` and `-Infinity` are texts. */
type Cell = Wire | readonly Wire[] | Record<string, unknown>;

/** What pvlib answers to a call of one model: a series, or one for each of its parts. */
interface Case {
  model: string;
  inputs: Record<string, Cell>;
  outputs: Wire[] | Record<string, Wire[]>;
  /** Below it differences are absolute, measured by it; 1 unless told. */
  floor?: number;
}

interface Reference {
  pvlib: string;
  cases: Case[];
}

type Call = (inputs: Record<string, unknown>) => unknown;

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const files = readdirSync(new URL('.', import.meta.url)).filter((file) => file.endsWith('.json'));
const cases = files.flatMap((file) => (JSON.parse(read(file)) as Reference).cases);

const number = (wire: Wire) => (wire === null ? NaN : Number(wire));
const series = (wires: readonly Wire[]) => Float64Array.from(wires, number);

/** Lists are series, save those of a model's own tables. */
const TABLES = new Set(['thetaRef', 'iamRef', 'coefficients', 'ADRCoefficients', 'monthly']);

function inputOf(name: string, cell: Cell): unknown {
  if (Array.isArray(cell)) return TABLES.has(name) ? cell : series(cell as Wire[]);
  return cell === null ? NaN : cell;
}

function callOf(model: string): Call {
  let found: unknown = models;
  for (const name of model.split('.')) found = (found as Record<string, unknown> | undefined)?.[name];
  if (typeof found !== 'function') throw new Error(`No model ${model}`);
  return found as Call;
}

/** Relative to the value of pvlib, to `floor` where that is below it; Infinity where only one of them is known. */
function difference(ours: number, theirs: number, floor: number): number {
  if (Object.is(ours, theirs) || ours === theirs) return 0;
  const apart = Math.abs(ours - theirs) / Math.max(floor, Math.abs(theirs));
  return Number.isNaN(apart) ? Infinity : apart;
}

const partsOf = (answer: unknown): Record<string, unknown> =>
  answer instanceof Float64Array || typeof answer === 'number'
    ? { '': answer }
    : (answer as Record<string, unknown>);

/** The largest difference of a case, and where it is. */
function largest({ model, inputs, outputs, floor = 1 }: Case) {
  const input = Object.fromEntries(Object.entries(inputs).map(([name, cell]) => [name, inputOf(name, cell)]));
  const answer = partsOf(callOf(model)(input));
  let worst = { apart: 0, at: '' };
  for (const [part, wires] of Object.entries(Array.isArray(outputs) ? { '': outputs } : outputs)) {
    const ours = answer[part] as Float64Array;
    if (ours.length !== wires.length) throw new Error(`${model}.${part}: ${ours.length} values`);
    for (const [index, wire] of wires.entries()) {
      const apart = difference(ours[index]!, number(wire), floor);
      const at = `${model} ${part}[${index}]: ${ours[index]}, pvlib ${number(wire)}`;
      if (apart > worst.apart) worst = { apart, at };
    }
  }
  return worst;
}

/** Lines of the tables of README.md: what it says of a model. */
const promised = new Map(
  [...read('../../README.md').matchAll(/^\| `[\w.]+` \| `([\w.]+)` \| ([\d.e-]+) \|/gm)].map(
    ([, model, limit]) => [model!, Number(limit)],
  ),
);

describe('against pvlib', () => {
  it.each([...new Set(cases.map(({ model }) => model))])('%s is as near as README.md says', (model) => {
    const all = cases.filter((one) => one.model === model).map(largest);
    const worst = all.reduce((one, other) => (other.apart > one.apart ? other : one));
    expect(worst.apart, worst.at).toBeLessThanOrEqual(promised.get(model) ?? -1);
  });

  it('has numbers for each line of README.md', () => {
    const tested = new Set(cases.map(({ model }) => model));
    expect([...promised.keys()].filter((model) => !tested.has(model))).toEqual([]);
  });
});

/** One row of a case as numbers alone. */
function scalarInput(inputs: Case['inputs'], index: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, cell]) => {
      const value = inputOf(name, cell);
      return [name, value instanceof Float64Array ? value[index] : value];
    }),
  );
}

/** Models of a time series: what one row means depends on its neighbours. */
const SERIES_ONLY = new Set([
  'irradiance.dirint',
  'irradiance.dirindex',
  'snow.coverageNrel',
  'snow.fullyCoveredNrel',
  'snow.lossTownsend',
  'soiling.hsu',
  'soiling.kimber',
  'temperature.fuentes',
  'temperature.prilliman',
]);

/** What a model does not ask for in some of its rows: the air mass at night, bounds that are not reached, what a sky model does not take. */
const NOT_ALWAYS_ASKED = new Set([
  'clearsky.ineichen airmassAbsolute',
  'irradiance.dni dniClear',
  'irradiance.getTotalIrradiance dniExtra',
  'irradiance.perez airmass',
]);

describe('one row by itself', () => {
  it.each(cases.filter(({ model }) => !SERIES_ONLY.has(model)).map((one) => [one.model, one] as const))(
    '%s gives what the series gives',
    (model, { inputs }) => {
      const input = Object.fromEntries(
        Object.entries(inputs).map(([name, cell]) => [name, inputOf(name, cell)]),
      );
      const whole = partsOf(callOf(model)(input));
      const length = (Object.values(whole)[0] as Float64Array).length;
      for (const index of [0, Math.floor(length / 2), length - 1]) {
        const one = partsOf(callOf(model)(scalarInput(inputs, index)));
        for (const [part, values] of Object.entries(whole))
          expect(one[part]).toBe((values as Float64Array)[index]);
      }
    },
  );

  it.each(cases.filter(({ model }) => !SERIES_ONLY.has(model)).map((one) => [one.model, one] as const))(
    '%s does not know what follows from an unknown number',
    (model, { inputs }) => {
      for (const [name, cell] of Object.entries(inputs)) {
        if (!Array.isArray(cell) || TABLES.has(name) || NOT_ALWAYS_ASKED.has(`${model} ${name}`)) continue;
        for (const index of [0, cell.length - 1]) {
          const one = partsOf(callOf(model)({ ...scalarInput(inputs, index), [name]: NaN }));
          expect(Object.values(one).some(Number.isNaN), `${name} ${JSON.stringify(one)}`).toBe(true);
        }
      }
    },
  );
});

describe('no rows', () => {
  it.each([...new Map(cases.map((one) => [one.model, one] as const))])(
    '%s has no answers',
    (model, { inputs }) => {
      const none = Object.fromEntries(
        Object.entries(inputs).map(([name, cell]) => {
          const value = inputOf(name, cell);
          return [name, value instanceof Float64Array ? new Float64Array(0) : value];
        }),
      );
      for (const values of Object.values(partsOf(callOf(model)(none))))
        if (typeof values === 'object') expect(values).toHaveLength(0);
    },
  );
});
