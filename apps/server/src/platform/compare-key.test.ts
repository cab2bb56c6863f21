import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../test/harness.ts';
import { compareKey } from './compare-key.ts';
import { createHealthRegistry } from './health.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

const FORMER = 'the key that servers of this test have';
const OTHER = 'one that a settings file of before had';

/** A start with a key: what health says then, and the lines of the log. */
async function start(secretKey: string, secretKeyChanged = false) {
  const lines: string[] = [];
  const health = createHealthRegistry('0.0.0-test');
  const log = Object.assign(Object.create(platform.log) as typeof platform.log, {
    error: (_: object, text: string) => void lines.push(`error ${text}`),
    warn: (_: object, text: string) => void lines.push(`warn ${text}`),
  });
  await compareKey({ ...platform, log, health, config: { ...platform.config, secretKey, secretKeyChanged } });
  return {
    lines,
    told: async () => (await health.report()).parts.find(({ name }) => name === 'secretKey'),
  };
}

const ok = { state: 'ok', detail: { reason: null } };
const another = {
  state: 'degraded',
  detail: { reason: 'another key', knownSince: new Date(platform.clock.now()).toISOString() },
};

test('servers that start at the same moment on a new database know one key', async () => {
  const all = await Promise.all([1, 2, 3, 4].map(() => start(FORMER)));
  for (const { lines, told } of all) {
    expect(lines).toEqual([]);
    expect(await told()).toMatchObject(ok);
  }
});

test('a server with another key goes on and says so in the log and in the health report, until the former one is back', async () => {
  for (const round of [1, 2]) {
    const { lines, told } = await start(OTHER);
    expect(lines, `round ${round}`).toEqual([
      expect.stringMatching(
        /^error SUNFLEET_SECRET_KEY is another key than before.*put the former key back/,
      ) as string,
    ]);
    expect(await told()).toMatchObject(another);
  }
  const back = await start(FORMER);
  expect(back.lines).toEqual([]);
  expect(await back.told()).toMatchObject(ok);
});

test('a key that was changed by intention is known from then on, also to servers that run with the former one', async () => {
  const running = await start(FORMER);
  // Said once too often it changes nothing.
  expect((await start(FORMER, true)).lines).toEqual([]);
  platform.clock.advance(1000);
  const changed = await start(OTHER, true);
  expect(changed.lines).toEqual([expect.stringContaining('known from now on')]);
  expect(await changed.told()).toMatchObject(ok);
  expect(await running.told()).toMatchObject({ state: 'degraded', detail: { reason: 'another key' } });
  const next = await start(OTHER);
  expect(next.lines).toEqual([]);
  expect(await next.told()).toMatchObject(ok);
});
