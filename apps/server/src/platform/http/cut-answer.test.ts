import type { RouteName } from '@sunfleet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { cutAnswer } from './cut-answer.ts';
import { registerRoute, type Handler } from './register-route.ts';
import { createHttpServer, type HttpServer } from './server.ts';

const part = { name: 'postgres', state: 'ok', detail: {} };
const report = { state: 'ok', version: '1', parts: [part] };

describe('an answer', () => {
  test('loses what its schema does not name, at any depth', () => {
    const leaky = { ...report, internal: 1, parts: [{ ...part, password: 'secret' }] };
    expect(cutAnswer('health', leaky)).toEqual(report);
  });

  test('that does not fit is refused by places, without its values', () => {
    const wrong = { ...report, parts: [{ ...part, state: 'secret' }] };
    expect(() => cutAnswer('health', wrong)).toThrow(
      'The answer of health does not fit its schema: parts.0.state',
    );
    expect(() => cutAnswer('health', wrong)).not.toThrow('secret');
  });

  test('that is missing is refused', () => expect(() => cutAnswer('health', undefined)).toThrow('data'));
});

describe('at the edge', async () => {
  const platform = await testPlatform();
  const failures: unknown[] = [];
  const log = Object.assign(Object.create(platform.log) as typeof platform.log, {
    error: (...entry: unknown[]) => failures.push(entry),
  });
  let server: HttpServer;
  let answer: unknown;

  beforeAll(async () => {
    server = await createHttpServer({ ...platform, log }, async () => undefined);
    const handler = (async () => answer) as unknown as Handler<RouteName>;
    registerRoute(server, 'health', handler as Handler<'health'>);
  });
  afterAll(async () => {
    await server?.app.close();
    await platform.stop();
  });
  const ask = () => server.app.inject({ method: 'GET', url: '/api/health' });

  test('a field that nobody promised does not leave the server', async () => {
    answer = { ...report, secret: 'hidden' };
    const response = await ask();
    expect(response.json()).toEqual({ code: 200, msg: 'ok', data: report });
  });

  test('an answer that does not fit is 500 and logged with its route and place', async () => {
    answer = { ...report, version: 7, secret: 'hidden' };
    const response = await ask();
    expect([response.statusCode, response.json().error]).toEqual([500, 'internal']);
    expect(response.body).not.toContain('hidden');
    expect(failures).toHaveLength(1);
    const [{ err, url }] = failures[0] as [{ err: Error; url: string }];
    expect([url, err.message]).toEqual([
      '/api/health',
      'The answer of health does not fit its schema: version (invalid_type)',
    ]);
  });
});
