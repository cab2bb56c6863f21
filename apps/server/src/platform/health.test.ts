import { expect, test } from 'vitest';
import { createHealthRegistry } from './health.ts';

test('hundreds who ask at once have the stores asked once, and who asks later has them asked again', async () => {
  const health = createHealthRegistry('1.0.0');
  let asked = 0;
  let atOnce = 0;
  health.add({
    name: 'store',
    essential: true,
    async check() {
      asked += 1;
      atOnce += 1;
      // A store that serves one after the other is late for the last of many.
      if (atOnce > 1) throw new Error('no answer in time');
      await new Promise((resolve) => setImmediate(resolve));
      atOnce -= 1;
      return { state: asked > 1 ? 'degraded' : 'ok', detail: {} };
    },
  });
  health.setReady();
  const reports = await Promise.all(Array.from({ length: 400 }, () => health.report()));
  expect(new Set(reports.map(({ state }) => state))).toEqual(new Set(['ok']));
  expect(asked).toBe(1);
  expect((await health.report()).state).toBe('degraded');
});

test('a part that waits for its store for as long as it takes keeps the report from nobody', async () => {
  const health = createHealthRegistry('1.0.0', undefined, 10);
  health.add({ name: 'jobs', essential: false, check: () => new Promise(() => undefined) });
  health.add({ name: 'store', essential: true, check: () => ({ state: 'ok', detail: {} }) });
  health.setReady();
  const { state, parts } = await health.report();
  expect(state).toBe('degraded');
  expect(parts).toMatchObject([
    { name: 'jobs', state: 'down', detail: { error: 'no answer within 10 ms' } },
    { name: 'store', state: 'ok' },
  ]);
});

test('strangers read no address or account of a store that fails; the log has them, once', async () => {
  const logged: unknown[] = [];
  const health = createHealthRegistry('1.0.0', { warn: (line: unknown) => void logged.push(line) });
  const failures = ['connect ECONNREFUSED 10.0.0.3:5432', 'no answer within 2000 ms'];
  health.add({
    name: 'store',
    essential: true,
    check: () => Promise.reject(new Error(failures[0])),
  });
  health.setReady();
  expect((await health.report()).parts[0]).toMatchObject({ state: 'down', detail: { error: 'see the log' } });
  await health.report();
  expect(logged).toEqual([{ part: 'store', reason: `Error: ${failures[0]}` }]);
  failures.shift();
  expect((await health.report()).parts[0]?.detail).toEqual({ error: 'no answer within 2000 ms' });
});

test('nor do they where a part goes on and says why it is not well', async () => {
  const logged: unknown[] = [];
  const health = createHealthRegistry('1.0.0', { warn: (line: unknown) => void logged.push(line) });
  const said = ['Authentication failed: sunfleet@10.0.0.3', 'Code: 243. Cannot reserve, not enough space'];
  const reasons: (string | null)[] = [...said, 'another key', null];
  health.add({
    name: 'telemetry',
    essential: true,
    check: () => ({ state: 'degraded', detail: { reason: reasons[0] ?? null, waitingBytes: 7 } }),
  });
  const told: unknown[] = [];
  while (reasons.length > 0) {
    told.push((await health.report()).parts[0]!.detail);
    reasons.shift();
  }
  const seen = ['see the log', 'disk full', 'another key', null];
  expect(told).toEqual(seen.map((reason) => ({ reason, waitingBytes: 7 })));
  expect(logged).toEqual(said.map((reason) => ({ part: 'telemetry', reason })));
});

test.each([
  'AppError: storeUnavailable (no answer for 5 s)',
  'AppError: storeUnavailable (timeout exceeded when trying to connect)',
  'Error: connect ETIMEDOUT 10.0.0.3:5432',
])('a store that does not answer is told apart from one that fails, however that shows: %s', async (text) => {
  const health = createHealthRegistry('1.0.0');
  health.add({ name: 'store', essential: true, check: () => Promise.reject(new Error(text)) });
  health.setReady();
  const { error } = (await health.report()).parts[0]!.detail;
  expect(error).toMatch(/^no answer (in time|for 5 s)$/);
});

test('a part that begins anew takes the place of the one before, whatever that ended with', async () => {
  const health = createHealthRegistry('1.0.0');
  health.add({
    name: 'alarms',
    essential: false,
    check: () => ({ state: 'degraded', detail: { error: 'taken' } }),
  });
  health.add({ name: 'alarms', essential: false, check: () => ({ state: 'ok', detail: {} }) });
  health.setReady();
  expect(await health.report()).toMatchObject({ state: 'ok', parts: [{ name: 'alarms', state: 'ok' }] });
});
