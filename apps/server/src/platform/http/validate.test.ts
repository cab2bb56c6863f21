import { LIMITS, routes, type RouteDefinition } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { checkJsonShape } from '../bytes/check-json-shape.ts';
import type { AppError } from '../errors.ts';
import { loadTexts } from '../text.ts';
import { validate } from './validate.ts';
import { MOST_ENTRIES } from './value-fault.ts';

const words = { language: 'en-US', text: await loadTexts() } as const;

function fieldsOf(body: unknown) {
  try {
    validate(routes.pushTelemetry, { params: { sn: 'ABC' }, query: {}, body }, words);
  } catch (error) {
    return (error as AppError).fields;
  }
  return [];
}

test('a small packed body of hundreds of thousands of entries is refused with one sentence, before a schema looks at each', () => {
  const nonsense = Array.from({ length: 640_000 }, () => []);
  expect(fieldsOf(nonsense)).toEqual([{ path: 'body', message: 'Send at most 5000 entries at once.' }]);
  expect(fieldsOf([{ v: { 'ac.power': 1 }, more: nonsense }])).toEqual([
    { path: 'body.0.more', message: 'Send at most 5000 entries at once.' },
  ]);
});

test('values that are no numbers make one wrong field, however many there are', () => {
  const values = Object.fromEntries(Array.from({ length: 4000 }, (_, n) => [`k${n}`, 'x']));
  expect(fieldsOf({ v: values })).toEqual([
    { path: 'body.v', message: 'Send each value as a finite number.' },
  ]);
  expect(fieldsOf({ v: { 'ac.power': 5 } })).toEqual([]);
});

test('an answer tells fifty wrong fields at most', () => {
  const readings = Array.from({ length: 4000 }, () => ({ ts: 'now', v: {} }));
  expect(fieldsOf(readings)!.length).toBeLessThanOrEqual(50);
});

test('a text with more marks on one letter than a script has is refused before anything brings them into order', () => {
  const named = (userName: string) => {
    try {
      validate(routes.updateInfo, { params: {}, query: {}, body: { userName } }, words);
    } catch (error) {
      return (error as AppError).fields;
    }
    return [];
  };
  const refused = [
    {
      path: 'body.userName',
      message: 'Remove characters that are not text, such as half of a character or a zero byte.',
    },
  ];
  expect(named(`a${'\u0301\u0323'.repeat(20)}`)).toEqual(refused);
  expect(named(`ｶ${'\uFF9E\u0301'.repeat(20)}`)).toEqual(refused);
  expect(named('Nguyễn-ở'.normalize('NFD'))).toEqual([]);
});

/** Most entries of each list that a schema takes. */
function longestLists(schema: unknown): number[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { maxItems } = schema as { maxItems?: number };
  return [...(maxItems === undefined ? [] : [maxItems]), ...Object.values(schema).flatMap(longestLists)];
}

test('no route takes a longer list than is let through to it', () => {
  const wrong = Object.entries(routes).flatMap(([name, definition]: [string, RouteDefinition]) => {
    if (!definition.body) return [];
    const schema = z.toJSONSchema(definition.body, { unrepresentable: 'any', io: 'input' });
    const most = definition.bodyEntries ?? MOST_ENTRIES;
    return longestLists(schema).some((items) => items > most) ? [name] : [];
  });
  expect(wrong).toEqual([]);
});

test('a table of all texts of a language comes through, and one with more is refused with the number that is taken', () => {
  const fieldsOfTexts = (count: number) => {
    const body = { rows: Array.from({ length: count }, (_, n) => ({ key: `devices:k${n}`, text: 'x' })) };
    checkJsonShape(Buffer.from(JSON.stringify(body)));
    try {
      validate(routes.checkTexts, { params: { language: 'de-DE' }, query: {}, body }, words);
    } catch (error) {
      return (error as AppError).fields;
    }
    return [];
  };
  expect(fieldsOfTexts(LIMITS.textsAtOnce)).toEqual([]);
  expect(fieldsOfTexts(LIMITS.textsAtOnce + 1)).toEqual([
    { path: 'body.rows', message: 'Send at most 15000 entries at once.' },
  ]);
});
