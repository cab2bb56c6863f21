import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { AUDIT_ACTIONS } from '@sunfleet/contract';
import { expect, test } from 'vitest';

const SOURCE = path.join(import.meta.dirname, '../src');

const files = globSync('**/*.ts', { cwd: SOURCE, exclude: ['**/*.test.ts'] }).map((name) => ({
  name,
  code: readFileSync(path.join(SOURCE, name), 'utf8'),
}));

test('every action of the contract is written by some verb', () => {
  // Some actions are called like a permission, which verbs ask for on other lines.
  const lines = files.flatMap(({ code }) => code.split('\n')).filter((line) => /action|audit/i.test(line));
  const written = (action: string) => lines.some((line) => line.includes(`'${action}'`));
  expect(AUDIT_ACTIONS.filter((action) => !written(action))).toEqual([]);
});

test('nothing asks which role an actor has: it asks for permissions, the scope, or a fact of the contract', () => {
  const asks = files.filter(({ code }) => /\bactor\.role\s*[!=]==/.test(code));
  expect(asks.map(({ name }) => name)).toEqual([]);
});
