import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { openLives } from './lives.ts';
import type { Ownership } from './ownership.ts';

const platform = await testPlatform();
const { db, log } = platform;
afterAll(() => platform.stop());

const PATIENT = { timeout: 15_000, interval: 100 };

/** A server that works, and what it did. */
async function openServer({ isSole = false, fails = 0 } = {}) {
  const begun: Ownership[] = [];
  let failing = fails;
  let end: (unheardSince?: number) => void = () => undefined;
  let running = 0;
  const lives = await openLives({
    db,
    log,
    server: 'test',
    isSole,
    async begin(ownership, ends) {
      if (begun.length > 0 && (failing -= 1) >= 0) throw new Error('the store is away');
      begun.push(ownership);
      end = ends;
      running += 1;
      return {
        async stop() {
          running -= 1;
        },
      };
    },
  });
  onTestFinished(() => lives.stop());
  return { lives, begun, end: (since?: number) => end(since), running: () => running };
}

test('two servers come to equal shares, and one takes the other half when it is stopped', async () => {
  const first = await openServer();
  expect(first.lives.owned).toBe(256);
  const second = await openServer();
  const shares = () => [first.lives.owned, second.lives.owned];
  await vi.waitFor(() => expect(shares()).toEqual([128, 128]), PATIENT);
  expect([first.running(), second.running()]).toEqual([1, 1]);
  await second.lives.stop();
  expect(second.running()).toBe(0);
  await vi.waitFor(() => expect(first.lives.owned).toBe(256), PATIENT);
});

test('a life that misses something is followed by another, which goes back to before it', async () => {
  const { begun, end, running } = await openServer();
  await begun[0]!.savePosition(db, 'alarms', 9000);
  end(5000);
  await vi.waitFor(() => expect(begun).toHaveLength(2), PATIENT);
  expect(await begun[1]!.position('alarms', 9000)).toBe(5000);
  expect(running()).toBe(1);
});

test('a server whose lease is taken ends its life and begins another, and tries again where that fails', async () => {
  const { begun, running, lives } = await openServer({ fails: 1 });
  await db.updateTable('workOwners').set({ endedAt: new Date() }).where('id', '=', begun[0]!.id).execute();
  await vi.waitFor(() => expect(lives.trouble).toBe('the store is away'), PATIENT);
  await vi.waitFor(() => expect(begun).toHaveLength(2), PATIENT);
  expect([running(), lives.owned]).toEqual([1, 256]);
  await vi.waitFor(() => expect(lives.trouble).toBeUndefined());
});

test('one that is alone on its database has one life', async () => {
  const { lives, begun } = await openServer({ isSole: true });
  expect([lives.owned, begun.length]).toEqual([256, 1]);
});
