import { AppError } from './errors.ts';
import type { Turns } from './turns.ts';

/** Does together what one sender brings at the same time, while senders take turns. */
export interface GatheredTurns<Item, Result> {
  /** Throws AppError `tooManyRequests` where too much of the sender waits already. */
  take(sender: string, item: Item): Promise<Result>;
}

export interface GatheredOptions<Item, Result> {
  turns: Turns;
  /** Items of one turn. */
  mostOfOne: number;
  /** Items of one sender that wait. */
  mostWaiting: number;
  /** Items with the same key come in different turns, in their order. Without it none are alike. */
  keyOf?: (item: Item) => unknown;
  /** Answers a result or an error for each item, in their order. */
  serve(items: readonly Item[]): Promise<readonly (Result | AppError)[]>;
  /** Whether each item is served alone after a turn that failed, so that one that cannot be served takes nothing from the others. */
  aloneAfterFailure?: boolean;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

export function createGatheredTurns<Item, Result>(
  options: GatheredOptions<Item, Result>,
): GatheredTurns<Item, Result> {
  const { turns, mostWaiting, aloneAfterFailure = false } = options;
  const waitingOf = new Map<string, Waiting<Item, Result>[]>();

  async function serveAll(sender: string, waiting: Waiting<Item, Result>[]): Promise<void> {
    try {
      while (waiting.length > 0) await turns.take(sender, () => serveNext(waiting));
    } catch (error) {
      // The sender got no turn.
      for (const { reject } of waiting) reject(error);
    } finally {
      waitingOf.delete(sender);
    }
  }

  async function serveNext(waiting: Waiting<Item, Result>[]): Promise<void> {
    // What else the message or batch brings comes before this goes on.
    await new Promise((resolve) => setImmediate(resolve));
    const next = waiting.splice(0, beforeRepeat(waiting, options));
    try {
      await serve(next);
    } catch (error) {
      if (next.length === 1 || !aloneAfterFailure) for (const { reject } of next) reject(error);
      else for (const one of next) await serve([one]).catch(one.reject);
    }
  }

  async function serve(next: readonly Waiting<Item, Result>[]): Promise<void> {
    const results = await options.serve(next.map(({ item }) => item));
    for (const [index, { resolve, reject }] of next.entries()) {
      const result = results[index]!;
      if (result instanceof AppError) reject(result);
      else resolve(result);
    }
  }

  return {
    take(sender, item) {
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const waiting = waitingOf.get(sender) ?? [];
      if (waiting.length >= mostWaiting) throw new AppError('tooManyRequests');
      waiting.push({ item, resolve, reject });
      if (!waitingOf.has(sender)) {
        waitingOf.set(sender, waiting);
        void serveAll(sender, waiting);
      }
      return promise;
    },
  };
}

/** How many come before a key comes a second time. */
function beforeRepeat<Item>(
  waiting: readonly { item: Item }[],
  { keyOf, mostOfOne }: Pick<GatheredOptions<Item, unknown>, 'keyOf' | 'mostOfOne'>,
): number {
  if (!keyOf) return mostOfOne;
  const keys = new Set<unknown>();
  for (const { item } of waiting) {
    if (keys.has(keyOf(item)) || keys.size >= mostOfOne) break;
    keys.add(keyOf(item));
  }
  return keys.size;
}
