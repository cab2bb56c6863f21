import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = path.join(import.meta.dirname, '..');

test('a style sheet names no property that nobody sets, because what it draws would not be seen', () => {
  const files = globSync('**/*.{css,ts,tsx}', { cwd: SOURCES }).map((file) => ({
    file,
    text: readFileSync(path.join(SOURCES, file), 'utf8'),
  }));
  const set = new Set(
    files.flatMap(({ text }) => [...text.matchAll(/(--[\w-]+)['"`\]]*\s*:/g)].map(([, name]) => name)),
  );
  const unknown = files
    .filter(({ file }) => file.endsWith('.css'))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/var\((--[\w-]+)\)/g)]
        .filter(([, name]) => !set.has(name))
        .map(([, name]) => `${file}: ${name}`),
    );
  expect(unknown).toEqual([]);
});
