import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ADDRESSES } from '@sunfleet/contract';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../../..');
const PLACES = ['apps/*/{src,test,scripts}', 'packages/*/src', 'bench', 'e2e'];

/** What the last column of a row names: `features/labels/label-list-page`, or a folder as `features/imports/*`. */
function testsNamed(row: string): string[] {
  const last = row.split('|').at(-2) ?? '';
  return [...last.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
}

const page = await readFile(path.join(ROOT, 'docs/spec-coverage.md'), 'utf8');

test('the page of coverage names every address, by its end where it stands beside others', () => {
  const unnamed = Object.values(ADDRESSES).filter(
    (address) => !page.includes(address) && !page.includes(`\`/${address.split('/').at(-1)}\``),
  );
  expect(unnamed).toEqual([]);
});

test('every test that the page of coverage names is there', () => {
  const rows = page.split('\n').filter((line) => line.startsWith('| '));
  const named = rows.flatMap(testsNamed);
  const sources = globSync(
    PLACES.flatMap((place) => [`${place}/**/*.ts`, `${place}/**/*.tsx`]),
    { cwd: ROOT },
  );
  const paths = sources.map((source) => `/${source.replace(/(\.(test|spec))?\.tsx?$/, '')}`);
  const isThere = (name: string) =>
    paths.some((source) => `${source}/`.includes(`/${name.replace(/\*$/, '').replace(/\/$/, '')}/`));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((name) => !isThere(name))).toEqual([]);
});
