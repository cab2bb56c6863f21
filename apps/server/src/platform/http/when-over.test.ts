import type net from 'node:net';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { afterAnswer } from './after-answer.ts';
import { createHttpServer } from './server.ts';
import { whenOver } from './when-over.ts';

const platform = await testPlatform();
const { app, answers, bodies } = await createHttpServer(platform, () => Promise.resolve(undefined));
const LARGE = JSON.stringify('x'.repeat(300_000));
const over: string[] = [];
app.post(
  '/large',
  {
    preParsing: async (request, reply) =>
      void bodies.expect(request, reply, { account: 'one', signed: false }),
  },
  (request, reply) => {
    answers.hold('one', { request, reply }, LARGE.length);
    afterAnswer(platform, { reply })(async () => over.push('worked'));
    whenOver(reply.raw, () => {
      over.push('first');
      // What comes too late to wait is called as well.
      whenOver(reply.raw, () => over.push('second'));
    });
    return reply.type('application/json').send(LARGE);
  },
);
await app.listen({ host: '127.0.0.1', port: 0 });
afterAll(async () => {
  await app.close();
  await platform.stop();
});

test('an answer for whose end many wait looks like no leak, and each of them hears of it', async () => {
  const warnings: Error[] = [];
  const warned = (warning: Error) => void warnings.push(warning);
  process.on('warning', warned);
  onTestFinished(() => void process.off('warning', warned));
  const { port } = app.server.address() as net.AddressInfo;
  const headers = { 'content-type': 'application/json', 'accept-encoding': 'br' };
  const answer = await fetch(`http://127.0.0.1:${port}/large`, { method: 'POST', headers, body: '{}' });
  expect(await answer.text()).toBe(LARGE);
  await vi.waitUntil(() => over.length === 3);
  expect(over).toEqual(['worked', 'first', 'second']);
  expect(warnings).toEqual([]);
});
