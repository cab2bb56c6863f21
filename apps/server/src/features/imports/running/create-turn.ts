import { giveWay, goOnAmongLong } from '../limits/give-way.ts';
import type { ImportRecord } from './import-record.ts';
import type { RunParts } from './run-parts.ts';

/** How long an import is in work. */
export interface Turn {
  /** Whether it has worked so long that others may have theirs. `reachedAt`: when it came to where it stood, by `performance.now()`. */
  isOver(reachedAt: number): boolean;
  /** Whether it leaves its place, another job going on with it: once it is known as long, whoever waits, and then where the next turn is another one's. */
  leaves(): Promise<boolean>;
}

/** A turn that begins now. It lasts as long as it takes to come to where the import stood, so that no more than half of all work is that. */
export function createTurn(
  { platform: { db, clock }, isLong, quickMs, turnMs, lap }: RunParts,
  { id }: Pick<ImportRecord, 'id'>,
): Turn {
  const began = performance.now();
  let since: number | undefined;
  return {
    isOver(reachedAt) {
      since ??= reachedAt;
      const lasts = isLong ? Math.max(turnMs, reachedAt - began) : quickMs;
      return performance.now() - since >= lasts;
    },
    async leaves() {
      const worked = { id, ms: lap(), now: clock.now() };
      if (isLong) {
        since = performance.now();
        return giveWay(db, worked);
      }
      await goOnAmongLong(db, worked);
      return true;
    },
  };
}
