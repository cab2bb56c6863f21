import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { createDeletionGuard } from './deletion-guard.ts';

const platform = await testPlatform();
const { clock, health } = platform;
afterAll(() => platform.stop());

const DAY = 86_400_000;
const TODAY = Date.UTC(2026, 5, 21);

test('nothing is deleted for a week after the clock leapt ahead or back, and the health report says so', async () => {
  const guard = createDeletionGuard(platform);
  const deletes = async () => {
    let done = false;
    await guard.unlessLeapt(async () => void (done = true));
    return done;
  };
  const told = async () => (await health.report()).parts.find(({ name }) => name === 'deletions')!;
  clock.set(TODAY);
  expect(await deletes()).toBe(true);
  clock.advance(2 * DAY);
  expect(await deletes()).toBe(true);
  expect(await told()).toMatchObject({ state: 'ok' });
  const ahead = Date.UTC(2040, 0, 1);
  clock.set(ahead);
  expect(await deletes()).toBe(false);
  expect(await told()).toMatchObject({
    state: 'degraded',
    detail: {
      leaptFrom: new Date(TODAY + 2 * DAY).toISOString(),
      leaptTo: new Date(ahead).toISOString(),
      heldUntil: new Date(ahead + 7 * DAY).toISOString(),
    },
  });
  // Right again: what was held by the wrong one does not hold for fourteen years.
  clock.set(TODAY + 3 * DAY);
  expect(await deletes()).toBe(false);
  for (let day = 0; day < 6; day += 1) {
    clock.advance(DAY);
    expect(await deletes()).toBe(false);
  }
  clock.advance(DAY);
  expect(await deletes()).toBe(true);
  expect(await told()).toMatchObject({ state: 'ok' });
});
