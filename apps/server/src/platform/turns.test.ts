import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('no more than the limit work at once, and a sender with much to do does not shut out another', async () => {
  const turns = createTurns({ atOnce: 2, waitingEach: 8 });
  const order: string[] = [];
  let running = 0;
  let most = 0;
  const work = (name: string) => async () => {
    most = Math.max(most, (running += 1));
    await turn();
    running -= 1;
    order.push(name);
  };
  const busy = Array.from({ length: 8 }, (_, n) => turns.take('busy', work(`busy ${n}`)));
  const other = turns.take('other', work('other'));
  await Promise.all([...busy, other]);
  expect(most).toBe(2);
  expect(order.indexOf('other')).toBeLessThan(5);
  expect(order).toHaveLength(9);
});

test('a sender that lets too much wait is refused; work that fails gives its place back', async () => {
  const turns = createTurns({ atOnce: 1, waitingEach: 1 });
  const gate = Promise.withResolvers<void>();
  const first = turns.take('a', () => gate.promise);
  const second = turns.take('a', () => Promise.reject(new Error('bad')));
  await expect(turns.take('a', async () => {})).rejects.toMatchObject({ key: 'tooManyRequests' });
  const third = turns.take('b', async () => 'done');
  gate.resolve();
  await first;
  await expect(second).rejects.toThrow('bad');
  expect(await third).toBe('done');
  expect(await turns.take('a', async () => 'again')).toBe('again');
});

/** Work that ends when it is told to. */
function held() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  return { ended, end };
}

test('one of each sender at a time: who waits for its own work holds up no other', async () => {
  const turns = createTurns({ atOnce: 2, ofOne: 1 });
  const begun: string[] = [];
  const works = ['a1', 'a2', 'b1', 'c1'].map((name) => ({ name, ...held() }));
  const done = works.map(({ name, ended }) =>
    turns.take(name[0]!, () => {
      begun.push(name);
      return ended;
    }),
  );
  const [a1, a2, b1, c1] = works;
  await expect.poll(() => begun).toEqual(['a1', 'b1']);
  b1!.end();
  await expect.poll(() => begun).toEqual(['a1', 'b1', 'c1']);
  a1!.end();
  await expect.poll(() => begun).toEqual(['a1', 'b1', 'c1', 'a2']);
  a2!.end();
  c1!.end();
  await Promise.all(done);
});

test('who is preferred goes before others who wait, which wait no longer than twice as long for it', async () => {
  const turns = createTurns({ atOnce: 1 });
  const begun: string[] = [];
  const gate = held();
  const first = turns.take('first', () => gate.ended);
  const works = ['a', 'b', 'c'].map((name) => turns.take(name, async () => void begun.push(name)));
  const preferred = ['x', 'y'].map((name) =>
    turns.take(name, async () => void begun.push(name), 'preferred'),
  );
  expect(turns.waiting()).toBe(5);
  gate.end();
  await Promise.all([first, ...works, ...preferred]);
  expect(begun).toEqual(['x', 'a', 'y', 'b', 'c']);
  expect(turns.waiting()).toBe(0);
});

test('where many wait in all, a sender has one of them', async () => {
  const turns = createTurns({ atOnce: 1, waitingEach: 3, waitingInAll: 2 });
  const gate = held();
  const first = turns.take('first', () => gate.ended);
  const waiting = [turns.take('a', async () => {}), turns.take('a', async () => {})];
  await expect(turns.take('a', async () => {})).rejects.toMatchObject({ key: 'tooManyRequests' });
  const late = turns.take('b', async () => 'done');
  await expect(turns.take('b', async () => {})).rejects.toMatchObject({ key: 'tooManyRequests' });
  gate.end();
  await Promise.all([first, ...waiting]);
  expect(await late).toBe('done');
});

test('who was given least lately comes first: who comes now and then waits behind none of many that come again and again', async () => {
  let clock = 0;
  const turns = createTurns({ atOnce: 1, ofOne: 1, leastFirst: true, now: () => clock });
  const begun: string[] = [];
  const work = (name: string, ms: number) => async () => {
    begun.push(name);
    await turn();
    clock += ms;
  };
  const often = ['a', 'b', 'c'];
  await Promise.all(often.map((name) => turns.take(name, work(name, 20_000))));
  const again = often.map((name) => turns.take(name, work(name, 20_000)));
  const newcomer = turns.take('newcomer', work('newcomer', 500));
  await newcomer;
  expect(begun).toEqual(['a', 'b', 'c', 'a', 'newcomer']);
  const once = turns.take('newcomer', work('newcomer', 500));
  await Promise.all([...again, once]);
  // The place was free before the newcomer asked once more.
  expect(begun.slice(5)).toEqual(['b', 'newcomer', 'c']);
});
