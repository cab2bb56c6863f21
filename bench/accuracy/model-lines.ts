import * as models from '@sunfleet/analysis/models';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

type Wire = number | null | string | boolean;

interface Case {
  model: string;
  inputs: Record<string, unknown>;
  outputs: Wire[] | Record<string, Wire[]>;
}

/** One row of a model: what it was asked, and both answers. */
export interface ModelLine {
  model: string;
  asked: string;
  ours: string;
  theirs: string;
  rows: number;
}

const FOLDER = path.resolve(import.meta.dirname, '../../packages/analysis/src/reference');
/** Lists that are tables of a model and no series. */
const TABLES = new Set(['thetaRef', 'iamRef', 'coefficients', 'ADRCoefficients', 'monthly']);

/** One row of each model that has numbers of pvlib, the middle one of its first case, computed now. */
export function modelLines(): { pvlib: string; lines: ModelLine[] } {
  const lines = new Map<string, ModelLine>();
  let pvlib = '';
  for (const file of readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .toSorted()) {
    const reference = JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as {
      pvlib: string;
      cases: Case[];
    };
    pvlib = reference.pvlib;
    for (const one of reference.cases) {
      const known = lines.get(one.model);
      const line = lineOf(one);
      if (known) known.rows += line.rows;
      else lines.set(one.model, line);
    }
  }
  return { pvlib, lines: [...lines.values()] };
}

function lineOf({ model, inputs, outputs }: Case): ModelLine {
  const parts = Array.isArray(outputs) ? { '': outputs } : outputs;
  const [part, wires] = Object.entries(parts)[0]!;
  const middle = Math.floor(wires.length / 2);
  const known = wires.findIndex((wire, at) => at >= middle && typeof wire === 'number' && wire !== 0);
  const row = known === -1 ? middle : known;
  const input = Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [
      name,
      Array.isArray(value) && !TABLES.has(name)
        ? Float64Array.from(value, (wire) => (wire === null ? NaN : Number(wire)))
        : (value ?? NaN),
    ]),
  );
  const call = model
    .split('.')
    .reduce<unknown>((found, name) => (found as Record<string, unknown>)[name], models);
  const answer = (call as (input: object) => unknown)(input);
  const series = (part === '' ? answer : (answer as Record<string, unknown>)[part]) as Float64Array;
  const asked = Object.entries(input)
    .map(
      ([name, value]) =>
        `${name} ${value instanceof Float64Array ? short(value[row]!) : Array.isArray(value) ? 'table' : short(value)}`,
    )
    .slice(0, 5);
  return {
    model,
    asked: `${asked.join(', ')}${Object.keys(input).length > 5 ? ', …' : ''}${part === '' ? '' : `: ${part}`}`,
    ours: short(series[row]!),
    theirs: short(Number(wires[row])),
    rows: wires.length,
  };
}

const short = (value: unknown): string =>
  typeof value === 'number' ? `${Number(value.toPrecision(8))}` : String(value);
