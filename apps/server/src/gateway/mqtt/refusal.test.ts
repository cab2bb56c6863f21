import { expect, test } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { counterDetail, countRefusal, createCounters } from './counters.ts';
import { isPassing, refusalOf } from './refusal.ts';

const text = (language: string, key: string) => `${language} ${key}`;

test('a refusal names the error, says it in words, and points at the field', () => {
  expect(refusalOf(new AppError('invalidInput', { fields: 'v.x', field: 'v.x' }), text)).toEqual({
    error: 'invalidInput',
    message: 'en-US errors.invalidInput',
    field: 'v.x',
  });
  expect(refusalOf(new AppError('tooManyPoints', { key: 'a.b', limit: 200 }), text).field).toBe('a.b');
  expect(refusalOf(new AppError('timeOutOfRange', { time: 'x' }), text).field).toBe('ts');
  expect(refusalOf(new AppError('malformedJson'), text).field).toBeNull();
});

test('what goes wrong inside is not told', () => {
  const refusal = refusalOf(new Error('password in here'), text);
  expect(JSON.stringify(refusal)).not.toContain('password');
  expect(refusal.error).toBe('internal');
});

test('a sender keeps its message when the fault is not in it', () => {
  expect(isPassing(new AppError('storeUnavailable'))).toBe(true);
  expect(isPassing(new Error('bug'))).toBe(true);
  expect(isPassing(new AppError('tooManyRequests'))).toBe(true);
  expect(isPassing(new AppError('malformedJson'))).toBe(false);
  expect(isPassing(new AppError('noDataPermission'))).toBe(false);
  // PostgreSQL keeps no NUL characters, however often a text with one comes.
  expect(isPassing(Object.assign(new Error('invalid byte sequence'), { code: '22021' }))).toBe(false);
});

test('refusals are counted by reason', () => {
  const counters = createCounters();
  countRefusal(counters, 'malformedJson');
  countRefusal(counters, 'malformedJson');
  countRefusal(counters, 'toString');
  expect(counterDetail(counters)).toEqual({
    connected: 0,
    messages: 0,
    'refused.malformedJson': 2,
    'refused.toString': 1,
  });
});
