import { expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { asStoreTrouble } from './store-trouble.ts';

const coded = (code: string, message = 'text') => Object.assign(new Error(message), { code });

test('what PostgreSQL cannot do now is `storeUnavailable` with the reason', () => {
  for (const code of [
    'ECONNREFUSED',
    'EPIPE',
    '57P01',
    '57P03',
    '53300',
    '53100',
    '08006',
    '58030',
    '25006',
    '25P03',
  ]) {
    expect(asStoreTrouble(coded(code))).toMatchObject({
      key: 'storeUnavailable',
      values: { store: 'PostgreSQL', reason: 'text' },
    });
  }
  for (const message of [
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
  ]) {
    expect(asStoreTrouble(new Error(message))).toMatchObject({ key: 'storeUnavailable' });
  }
});

test('faults of a statement and errors of ours stay as they are', () => {
  for (const error of [coded('23505'), coded('42P01'), new Error('other'), new AppError('notFound')]) {
    expect(asStoreTrouble(error)).toBe(error);
  }
});
