import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { AUDIT_ACTIONS } from '@sunfleet/contract';
import { expect, test } from 'vitest';

const SOURCE = path.join(import.meta.dirname, '../src');

test('every action of the contract is written by some verb', () => {
  const files = globSync('**/*.ts', { cwd: SOURCE, exclude: ['**/*.test.ts'] });
  const code = files.map((name) => readFileSync(path.join(SOURCE, name), 'utf8')).join('\n');
  expect(AUDIT_ACTIONS.filter((action) => !code.includes(`'${action}'`))).toEqual([]);
});
