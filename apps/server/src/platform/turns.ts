import { AppError } from './errors.ts';
import { createSpentLately } from './spent-lately.ts';

/** Lets a few do expensive work at the same time; the others wait, and senders take turns. */
export interface Turns {
  /** Does the work when it is the sender's turn. Throws AppError `tooManyRequests` when the sender has too much waiting already. */
  take<T>(sender: string, work: () => Promise<T>, lane?: Lane): Promise<T>;
  /** Pieces of work that wait. */
  waiting(): number;
}

/** Who is preferred waits behind others who are, and gets every other place that becomes free. */
export type Lane = 'preferred' | 'ordinary';

export const otherLane = (lane: Lane): Lane => (lane === 'preferred' ? 'ordinary' : 'preferred');

export interface TurnsOptions {
  /** Pieces of work that run at the same time. */
  atOnce: number;
  /** How many of those may be of one sender; asked whenever a place becomes free. */
  ofOne?: number | ((sender: string) => number);
  /** How many of one sender may wait. */
  waitingEach?: number;
  /** How many may wait in one lane; beyond it there may be one of each sender. */
  waitingInAll?: number;
  /**
   * Of those who wait comes first who was given least lately, so that somebody who comes now and then waits behind none of however many accounts that come
   * again and again.
   */
  leastFirst?: boolean;
  /** Milliseconds. */
  now?: () => number;
}

/** So fast is forgotten what somebody was given. */
const HALF_LIFE_MS = 10 * 60_000;

export function createTurns({
  atOnce,
  ofOne = atOnce,
  waitingEach = Number.POSITIVE_INFINITY,
  waitingInAll = Number.POSITIVE_INFINITY,
  leastFirst = false,
  now = () => performance.now(),
}: TurnsOptions): Turns {
  const spent = leastFirst ? createSpentLately(now, HALF_LIFE_MS) : undefined;
  const lanes = { preferred: createLane(), ordinary: createLane() };
  const running = new Map<string, number>();
  let count = 0;
  let next: Lane = 'preferred';

  function change(sender: string, step: 1 | -1): void {
    count += step;
    const left = (running.get(sender) ?? 0) + step;
    if (left > 0) running.set(sender, left);
    else running.delete(sender);
  }

  const mostOf = typeof ofOne === 'number' ? () => ofOne : ofOne;
  const hasRoom = (sender: string) => count < atOnce && (running.get(sender) ?? 0) < mostOf(sender);

  /** The lanes take turns, so that neither keeps the other waiting without end. */
  function beginNext(): void {
    for (const lane of [next, otherLane(next)]) {
      const found = lanes[lane].shift(hasRoom, spent?.of);
      if (!found) continue;
      next = otherLane(lane);
      // Counted here, so that nobody takes the place before the work begins.
      change(found.sender, 1);
      found.begin();
      return;
    }
  }

  async function wait(sender: string, lane: Lane): Promise<void> {
    const line = lanes[lane];
    if (line.of(sender) >= (line.all() < waitingInAll ? waitingEach : 1))
      throw new AppError('tooManyRequests');
    const { promise, resolve } = Promise.withResolvers<void>();
    line.push(sender, resolve);
    await promise;
  }

  return {
    waiting: () => lanes.preferred.all() + lanes.ordinary.all(),
    async take(sender, work, lane = 'ordinary') {
      if (hasRoom(sender)) change(sender, 1);
      else await wait(sender, lane);
      const began = now();
      try {
        return await work();
      } finally {
        spent?.add(sender, now() - began);
        change(sender, -1);
        beginNext();
      }
    },
  };
}

/** What waits, by sender; the one that was served longest ago comes first. */
export function createLane() {
  const waiting = new Map<string, (() => void)[]>();
  let all = 0;
  return {
    all: () => all,
    of: (sender: string) => waiting.get(sender)?.length ?? 0,
    push(sender: string, begin: () => void): void {
      all += 1;
      const queue = waiting.get(sender);
      if (queue) queue.push(begin);
      else waiting.set(sender, [begin]);
    },
    /** Takes out what waited longest of the first sender that has room; of the first of those with the least `spent`, where that is told. */
    shift(
      hasRoom: (sender: string) => boolean,
      spent?: (sender: string) => number,
    ): { sender: string; begin: () => void } | undefined {
      const sender = firstOf(waiting.keys(), hasRoom, spent);
      const queue = sender === undefined ? undefined : waiting.get(sender);
      if (sender === undefined || !queue) return undefined;
      const begin = queue.shift()!;
      waiting.delete(sender);
      if (queue.length > 0) waiting.set(sender, queue);
      all -= 1;
      return { sender, begin };
    },
    /** Takes one out that was served elsewhere; its sender has had a turn. */
    drop(sender: string, begin: () => void): void {
      const queue = waiting.get(sender);
      const place = queue?.indexOf(begin) ?? -1;
      if (!queue || place < 0) return;
      queue.splice(place, 1);
      waiting.delete(sender);
      if (queue.length > 0) waiting.set(sender, queue);
      all -= 1;
    },
  };
}

function firstOf(
  senders: Iterable<string>,
  hasRoom: (sender: string) => boolean,
  spent: ((sender: string) => number) | undefined,
): string | undefined {
  let least: { sender: string; spent: number } | undefined;
  for (const sender of senders) {
    if (!hasRoom(sender)) continue;
    if (!spent) return sender;
    const own = spent(sender);
    if (!least || own < least.spent) least = { sender, spent: own };
  }
  return least?.sender;
}
