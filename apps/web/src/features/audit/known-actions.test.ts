import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KNOWN_ACTIONS } from './known-actions.ts';

const server = join(import.meta.dirname, '../../../../server/src');
const source = globSync('**/*.ts', { cwd: server })
  .filter((name) => !name.endsWith('.test.ts'))
  .map((name) => readFileSync(join(server, name), 'utf8'))
  .join('\n');

test.each(KNOWN_ACTIONS)('%s, which the filter offers, is written by the server', (action) => {
  expect(source).toContain(`'${action}'`);
});

test('what the server writes by name is offered', () => {
  const written = [...source.matchAll(/\baction: '(\w+\.\w+)'/g)].map(([, action]) => action!);
  expect(written.length).toBeGreaterThan(40);
  expect([...new Set(written)].filter((action) => !KNOWN_ACTIONS.some((known) => known === action))).toEqual(
    [],
  );
});
