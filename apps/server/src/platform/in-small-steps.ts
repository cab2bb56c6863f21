import { createBreath } from './breath.ts';

/** Does work that goes in small steps, as one for each five minutes of a month; others have their turn now and then. Where each step takes some milliseconds, `inTurns`. */
export async function inSmallSteps<T>(steps: Generator<undefined, T, undefined>): Promise<T> {
  const breathe = createBreath();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    const rest = breathe();
    // A promise for each of ten thousand steps is felt.
    if (rest) await rest;
  }
}
