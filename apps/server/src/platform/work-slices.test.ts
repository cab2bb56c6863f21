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

test('who has one piece of work waits for those of a site as for one of them, however many networks it is', async () => {
  let time = 0;
  const slices = createWorkSlices(() => time);
  const done: string[] = [];
  const work = async (sender: string, site: string) => {
    await slices.turn(
      () => sender,
      () => site,
    );
    time += 1;
    done.push(sender);
  };
  const many = Array.from({ length: 300 }, (_, n) => work(`network ${n % 150}`, 'made'));
  await Promise.all([...many, work('one', 'other')]);
  expect(done.indexOf('one')).toBeLessThan(15);
  // Those of a site take turns as well.
  expect(done.filter((sender) => sender === 'network 0')).toHaveLength(2);
  expect(new Set(done.slice(0, 150)).size).toBeGreaterThan(140);
});
