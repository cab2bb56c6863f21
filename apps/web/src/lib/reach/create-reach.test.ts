import { expect, test, vi } from 'vitest';
import { createReach } from './create-reach.ts';

/** A server that the test takes away and brings back, and the pauses between questions, which the test ends. */
function setUp() {
  const server = { answers: true, asked: 0 };
  const pauses: (() => void)[] = [];
  let now = 1000;
  const reach = createReach({
    ask: async () => {
      server.asked += 1;
      return server.answers;
    },
    pause: () => new Promise((resolve) => void pauses.push(resolve)),
    now: () => now,
  });
  return { reach, server, pauses, at: (time: number) => void (now = time) };
}

test('one request without an answer is no loss where the server answers the next one', async () => {
  const { reach, server } = setUp();
  const listener = vi.fn<() => void>();
  reach.subscribe(listener);
  expect(await reach.doubt()).toBe(false);
  expect(reach.get()).toBeUndefined();
  expect(listener).not.toHaveBeenCalled();
  expect(server.asked).toBe(1);
});

test('a server that is gone is asked until it is back, and the last answer keeps its time', async () => {
  const { reach, server, pauses, at } = setUp();
  at(5000);
  reach.answered();
  at(9000);
  server.answers = false;
  const back = reach.doubt();
  await vi.waitFor(() => expect(reach.get()).toEqual({ answeredAt: 5000 }));
  const lost = reach.get();
  pauses.shift()!();
  await vi.waitFor(() => expect(pauses).toHaveLength(1));
  expect(reach.get()).toBe(lost);
  server.answers = true;
  pauses.shift()!();
  expect(await back).toBe(true);
  expect(reach.get()).toBeUndefined();
  expect(server.asked).toBe(3);
});

test('all who doubt share one question', async () => {
  const { reach, server, pauses } = setUp();
  server.answers = false;
  const both = Promise.all([reach.doubt(), reach.doubt()]);
  await vi.waitFor(() => expect(pauses).toHaveLength(1));
  server.answers = true;
  pauses.shift()!();
  expect(await both).toEqual([true, true]);
  expect(server.asked).toBe(2);
});

test('a later loss is told again', async () => {
  const { reach, server, pauses } = setUp();
  const listener = vi.fn<() => void>();
  reach.subscribe(listener);
  for (const count of [2, 4]) {
    server.answers = false;
    const back = reach.doubt();
    await vi.waitFor(() => expect(pauses).toHaveLength(1));
    server.answers = true;
    pauses.shift()!();
    await back;
    expect(listener).toHaveBeenCalledTimes(count);
  }
});
