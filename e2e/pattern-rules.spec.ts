import path from 'node:path';
import { expect, test } from 'vitest';

/** Scripts have no types. */
const script = path.join(import.meta.dirname, '../scripts/check-patterns.mjs');
const { problemsOf } = (await import(script)) as { problemsOf(file: string, code: string): string[] };

/** That the check of patterns can fail. */
test.each([
  ['const slow = /^(a+)+$/;', 'may take far longer'],
  [String.raw`const slow = /^\d+\.?\d*$/;`, 'may take far longer'],
  ['const made = new RegExp(text);', 'made of a text'],
  ["const made = RegExp('a' + text, 'g');", 'made of a text'],
])('%s is told', (code, told) => {
  expect(problemsOf('planted.ts', code)).toEqual([expect.stringMatching(`^planted.ts:1: .*${told}`)]);
});

test.each([String.raw`const quick = /^\d+(?:\.\d*)?$/;`, 'const quick = /^[a-z]+(?:-[a-z]+)*$/;'])(
  '%s is taken',
  (code) => {
    expect(problemsOf('planted.ts', code)).toEqual([]);
  },
);
