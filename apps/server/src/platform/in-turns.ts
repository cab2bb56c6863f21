import { setImmediate as nextRound } from 'node:timers/promises';

/** Does work that goes in steps; others have their turn between them. */
export async function inTurns<T>(steps: Generator<undefined, T, undefined>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await nextRound();
  }
}
