import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SETTINGS } from '../src/config.ts';

test('the table of settings names every setting, and no other', async () => {
  const text = await readFile(path.join(import.meta.dirname, '../../../docs/settings.md'), 'utf8');
  const named = [...text.matchAll(/^\| `([A-Z_0-9]+)`/gm)].map((match) => match[1]!);
  expect(named.toSorted()).toEqual([...SETTINGS].toSorted());
});
