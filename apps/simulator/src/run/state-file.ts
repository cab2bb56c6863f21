import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SimulationState } from './simulation.ts';

/** State of an earlier run; undefined where there is none or it cannot be read (a new fleet begins then). */
export function readState(file: string): SimulationState | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const state: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isState(state) ? state : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the state so that a crash leaves the old one or the new one. */
export function writeState(file: string, state: SimulationState): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(state));
  renameSync(`${file}.new`, file);
}

function isState(value: unknown): value is SimulationState {
  if (typeof value !== 'object' || value === null || !('time' in value) || !('born' in value)) return false;
  return (
    typeof value.time === 'number' &&
    typeof value.born === 'number' &&
    'devices' in value &&
    'manual' in value
  );
}
