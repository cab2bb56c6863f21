import { createBreath } from './breath.ts';

/** Does work that goes in steps; others have their turn between some of them, now and then. */
export async function inTurns<T>(steps: Generator<undefined, T, undefined>): Promise<T> {
  const breathe = createBreath();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await breathe();
  }
}
