/** Collects items that come in bursts and hands them on together. */
export interface Burst<Item> {
  add(item: Item): void;
  /** Hands on what waits and resolves when the last hand-over is done. */
  flush(): Promise<void>;
}

const RETRY_MS = 1000;

/**
 * `work` runs at most once at a time, `delayMs` after the first item of a burst. Its errors go to `failed`. What failed for a reason that passes (`passes`)
 * is handed on again after a moment, with what came since.
 */
export function createBurst<Item>(
  delayMs: number,
  work: (items: Item[]) => Promise<void>,
  failed: (error: unknown) => void,
  passes: (error: unknown) => boolean = () => false,
): Burst<Item> {
  let waiting: Item[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    running = running.then(async () => {
      const items = waiting;
      waiting = [];
      if (items.length === 0) return;
      try {
        await work(items);
      } catch (error) {
        failed(error);
        if (!passes(error)) return;
        waiting = [...items, ...waiting];
        timer ??= setTimeout(() => void flush(), RETRY_MS).unref();
      }
    });
    return running;
  }
  return {
    add(item) {
      waiting.push(item);
      timer ??= setTimeout(() => void flush(), delayMs);
    },
    flush,
  };
}
