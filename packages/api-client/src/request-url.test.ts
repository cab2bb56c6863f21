import { expect, test } from 'vitest';
import { requestUrl } from './request-url.ts';

test('fills parameters and escapes them', () => {
  expect(requestUrl('/api', '/ingest/v1/:sn/telemetry', { params: { sn: 'a/b c' } })).toBe(
    '/api/ingest/v1/a%2Fb%20c/telemetry',
  );
});

test('writes lists with commas and leaves out what is not set', () => {
  const query = { status: ['offline', 'alarm'], q: undefined, page: 2, bound: false, type: [], name: null };
  expect(requestUrl('https://eu.example/api', '/stations', { query })).toBe(
    'https://eu.example/api/stations?status=offline%2Calarm&page=2&bound=false',
  );
});
