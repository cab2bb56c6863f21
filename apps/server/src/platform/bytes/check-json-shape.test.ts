import { expect, test } from 'vitest';
import { checkJsonShape, DEEPEST, MOST_BRACKETS, MOST_COMMAS } from './check-json-shape.ts';

const check = (text: string) => checkJsonShape(Buffer.from(text));
const refused = expect.objectContaining({ key: 'jsonTooComplex' }) as Error;
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

test.each([
  ['lists within lists', deep(DEEPEST + 1)],
  ['objects within objects', '{"a":'.repeat(DEEPEST + 1)],
  ['many objects', `[${'{},'.repeat(MOST_BRACKETS)}1]`],
  ['many numbers', `[${'1,'.repeat(MOST_COMMAS + 1)}1]`],
  ['brackets behind a text', `["\\"",${deep(DEEPEST)}]`],
])('%s are refused before they are parsed', (_name, text) => {
  expect(() => check(text)).toThrow(refused);
});

test('a bomb of two megabytes is known by its first bytes', () => {
  const bomb = Buffer.alloc(2 * 1024 * 1024, '[');
  let looked = 0;
  const watched = new Proxy(bomb, {
    get: (target, name) => {
      if (typeof name === 'string' && /^\d/.test(name)) looked += 1;
      return Reflect.get(target, name, target) as unknown;
    },
  });
  expect(() => checkJsonShape(watched)).toThrow(refused);
  expect(looked).toBeLessThan(100);
});

test('brackets and commas of texts count for nothing, nor does what is no JSON', () => {
  expect(check(`{"${'[{,'.repeat(MOST_COMMAS)}":"\\"${'['.repeat(100)}\\\\"}`)).toBeUndefined();
  expect(check(']}'.repeat(100) + '"open')).toBeUndefined();
  expect(check(deep(DEEPEST))).toBeUndefined();
});

test('the largest push of honest readings passes', () => {
  const readings = Array.from({ length: 5000 }, (_, n) => ({ ts: n, v: { 'ac.power': n, 'pv1.power': 2 } }));
  expect(check(JSON.stringify(readings))).toBeUndefined();
});
