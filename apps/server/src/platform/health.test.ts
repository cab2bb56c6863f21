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
