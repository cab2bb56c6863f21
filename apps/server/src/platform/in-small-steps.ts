import { setImmediate as nextRound } from 'node:timers/promises';

/** So long steps go on before everything else has a turn. */
const SLICE_MS = 5;

/** Does work that goes in small steps, as one for each five minutes of a month; others have their turn now and then. Where each step takes some milliseconds, `inTurns`. */
export async function inSmallSteps<T>(steps: Generator<undefined, T, undefined>): Promise<T> {
  let since = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - since < SLICE_MS) continue;
    await nextRound();
    since = performance.now();
  }
}
