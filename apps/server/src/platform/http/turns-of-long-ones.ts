import { createTurns } from '../turns.ts';

/** How long an organisation leaves a place to others after they asked for something dear. */
const LEAVES_MS = 5 * 60_000;

/** Lets the people of one organisation have as many long requests in work as there are places for them: all, or all but one while others ask, too. */
export interface TurnsOfLongOnes {
  /** Somebody asks for something dear. */
  hear(organisation: string): void;
  take<T>(organisation: string, work: () => Promise<T>): Promise<T>;
}

export function createTurnsOfLongOnes(now: () => number, places: number): TurnsOfLongOnes {
  // Two are enough to know whether somebody else asked.
  let last = { organisation: '', at: -Infinity };
  let lastElse = last;
  const othersAsk = (organisation: string) => {
    const { at } = last.organisation === organisation ? lastElse : last;
    return now() - at < LEAVES_MS;
  };
  const turns = createTurns({
    atOnce: Number.POSITIVE_INFINITY,
    ofOne: (organisation) => (othersAsk(organisation) ? Math.max(1, places - 1) : places),
  });
  return {
    hear(organisation) {
      if (last.organisation !== organisation) lastElse = last;
      last = { organisation, at: now() };
    },
    take: (organisation, work) => turns.take(organisation, work),
  };
}
