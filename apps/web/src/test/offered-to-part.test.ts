import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { routes, type RouteDefinition } from '@sunfleet/contract';
import { expect, test } from 'vitest';

const SOURCE = path.join(import.meta.dirname, '..');

/** Permissions whose every writing route is closed to who reaches a part of the organisation. */
const WHOLE = (() => {
  const writing = Object.values<RouteDefinition>(routes).filter(
    ({ auth, method }) => auth === 'session' && method !== 'GET',
  );
  const all = new Set(writing.map(({ permission }) => permission));
  for (const { permission, reach } of writing) if (reach !== 'organisation') all.delete(permission);
  // They reach everything.
  all.delete('platform.manage');
  return [...all];
})();

test('what is for those who reach a whole organisation is offered by its route, and to nobody else', () => {
  expect(WHOLE).toContain('operations.create');
  const files = globSync('**/*.tsx', { cwd: SOURCE, exclude: ['**/*.test.tsx'] });
  const offers = files.filter((name) => {
    const code = readFileSync(path.join(SOURCE, name), 'utf8');
    return WHOLE.some((permission) => code.includes(`useMay('${permission}')`));
  });
  expect(offers).toEqual([]);
});
