import { expect, test } from 'vitest';
import { createWorkSlices } from './work-slices.ts';

/** Work that takes time of a clock which nothing else moves, in the rounds of the event loop that it was done in. */
function workplace() {
  let time = 0;
  let round = 0;
  const slices = createWorkSlices(() => time);
  const done: { sender: string; round: number }[] = [];
  const count = () => setImmediate(() => ((round += 1), count())).unref();
  count();
  return {
    done,
    slices,
    async work(sender: string, ms: number) {
      await slices.turn(() => sender);
      time += ms;
      done.push({ sender, round });
    },
  };
}

test('while there is time left, nobody waits', async () => {
  const { work, done } = workplace();
  await Promise.all(Array.from({ length: 5 }, () => work('a', 1)));
  expect(new Set(done.map(({ round }) => round)).size).toBe(1);
});

test('beyond its time work goes on in the next round of the event loop, a slice a round, and all of it is done', async () => {
  const { work, done } = workplace();
  await Promise.all(Array.from({ length: 60 }, () => work('a', 1)));
  expect(done).toHaveLength(60);
  const rounds = Map.groupBy(done, ({ round }) => round);
  expect(rounds.size).toBeGreaterThanOrEqual(12);
  for (const each of rounds.values()) expect(each.length).toBeLessThanOrEqual(5);
});

test('while connections come, a round does one piece of work', async () => {
  const { work, done, slices } = workplace();
  let coming = true;
  const come = () => setImmediate(() => (slices.newcomer(), coming && come()));
  slices.newcomer();
  come();
  await Promise.all(Array.from({ length: 40 }, () => work('a', 1)));
  coming = false;
  const rounds = Map.groupBy(done, ({ round }) => round);
  expect(rounds.size).toBeGreaterThan(30);
});

test('a piece of work that takes longer than a slice is followed by a round for others', async () => {
  const { work, done } = workplace();
  await Promise.all(Array.from({ length: 4 }, () => work('a', 80)));
  expect(new Set(done.map(({ round }) => round)).size).toBe(4);
});

test('who has one piece of work does not wait behind the hundreds of another', async () => {
  const { work, done } = workplace();
  const many = Array.from({ length: 300 }, () => work('many', 1));
  await Promise.all([...many, work('one', 1)]);
  expect(done.findIndex(({ sender }) => sender === 'one')).toBeLessThan(15);
});
