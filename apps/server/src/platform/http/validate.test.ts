import { routes } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import type { AppError } from '../errors.ts';
import { loadTexts } from '../text.ts';
import { validate } from './validate.ts';

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
