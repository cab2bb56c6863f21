import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ADDRESSES } from '@sunfleet/contract';
import { matchRoutes } from 'react-router';
import { expect, test } from 'vitest';
import { routeTree } from './router.tsx';

const ROOT = path.join(import.meta.dirname, '../../../..');
const SOURCES = ['apps/web/src', 'apps/server/src', 'e2e', 'bench'];
/** Inner addresses stand in `ADDRESSES` alone; tests may write the short outer ones, which people type and mails carry. */
const INNER = /platform(?:Pro|User)\/|station-detail/;
const OUTER = /['"`#]\/(?:login|register|forget_password|change_password|join|europePage)(?=[?'"`])/;
const isTest = (name: string) => /\.(test|spec)\.tsx?$|^e2e\//.test(name);

test.each(Object.entries(ADDRESSES))('%s leads to a page', (_, address) => {
  const found = matchRoutes(routeTree, address);
  expect(found?.at(-1)?.route).not.toHaveProperty('path', '*');
});

async function readSources(folder: string): Promise<[string, string][]> {
  const names = await readdir(path.join(ROOT, folder), { recursive: true });
  const code = names.filter((name) => /\.tsx?$/.test(name) && !name.includes('node_modules'));
  return Promise.all(
    code.map(async (name): Promise<[string, string]> => [
      `${folder}/${name}`,
      await readFile(path.join(ROOT, folder, name), 'utf8'),
    ]),
  );
}

test('no other file writes an address down', async () => {
  const sources = (await Promise.all(SOURCES.map(readSources))).flat();
  const wrong = sources.filter(
    ([name, source]) =>
      !name.endsWith('app/addresses.test.ts') &&
      (INNER.test(source) || (!isTest(name) && OUTER.test(source))),
  );
  expect(wrong.map(([name]) => name)).toEqual([]);
});
