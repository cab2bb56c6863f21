import { createTurns } from '../turns.ts';
import type { Sender } from './shared-room.ts';

/** Calls about many objects that are worked at at the same time. */
const MANY_AT_ONCE = { atOnce: 2, ofOne: 1, waitingEach: 20 } as const;
/** So few take no longer than other changes, and wait for nobody's many. */
const FEW = 10;

/**
 * Turns of organisations for calls that change one object after the other: a thousand take a minute or more, and a few organisations with three such calls
 * each would hold every place for changes, an emergency stop of others waiting behind them.
 */
export function createTurnsOfMany() {
  const many = createTurns(MANY_AT_ONCE);
  return <T>({ organisation }: Sender, objects: number, work: () => Promise<T>): Promise<T> =>
    objects > FEW ? many.take(organisation, work) : work();
}
