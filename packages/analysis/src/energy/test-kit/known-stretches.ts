import type { CounterStep } from '../counter.ts';

/** Steps of which the energy is known, as stretches that follow each other without anything unknown between. */
export function knownStretches(steps: readonly CounterStep[]): { from: number; to: number; kwh: number }[] {
  const stretches: { from: number; to: number; kwh: number }[] = [];
  let open = false;
  for (const step of steps) {
    if (step.kind === 'spike') continue;
    const last = stretches.at(-1);
    if (step.kind === 'reset') open = false;
    else if (open && last) {
      last.to = step.to;
      last.kwh += step.kwh;
    } else {
      stretches.push({ from: step.from, to: step.to, kwh: step.kwh });
      open = true;
    }
  }
  return stretches;
}
