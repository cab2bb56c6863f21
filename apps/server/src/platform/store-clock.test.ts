import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../test/harness.ts';
import { openStoreClock } from './store-clock.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

test('servers whose machines are five minutes apart go by one clock', async () => {
  const late = { now: () => Date.now() - 5 * 60_000 };
  const early = { now: () => Date.now() + 5 * 60_000 };
  const clocks = await Promise.all(
    [late, early].map((one) => openStoreClock(platform.pool, platform.log, one)),
  );
  const [first, second] = clocks.map((clock) => clock.now());
  expect(Math.abs(first! - second!)).toBeLessThan(500);
  expect(Math.abs(first! - Date.now())).toBeLessThan(1000);
  await Promise.all(clocks.map((clock) => clock.stop()));
});

test('a machine whose clock is set changes nothing', async () => {
  let set = 0;
  const clock = await openStoreClock(platform.pool, platform.log, { now: () => Date.now() + set });
  for (const hours of [1, -1]) {
    set = hours * 3_600_000;
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(1000);
  }
  await clock.stop();
});
