import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CounterStep } from './counter.ts';
import { dayCounterSteps, type DayCounterOptions } from './day-counter.ts';
import { gapLimit } from './gap-limit.ts';
import { DAY_MS, dayLife, type DayLife } from './test-kit/day-life.ts';
import { knownStretches } from './test-kit/known-stretches.ts';

const HOUR = 3_600_000;

/** Never more than the truth, and less only by what was cleared before anybody read it. */
function expectTruth(life: DayLife, steps: readonly CounterStep[]) {
  for (const { from, to, kwh } of knownStretches(steps)) {
    const truth = life.energyAt(to) - life.energyAt(from);
    const usual = 3 * life.step + 1e-6;
    const words = `${kwh} kWh instead of ${truth}`;
    expect(kwh - truth, words).toBeLessThanOrEqual(usual + firstRise(life, from));
    expect(truth - kwh, words).toBeLessThanOrEqual(usual + life.lostBetween(from, to));
  }
}

/**
 * Where the reading at which a stretch begins may be bad without anybody telling, the way to the next one may be wrong: from
 * zeros, which may all be unread, to the first reading that is none.
 */
function firstRise({ times, values, ratedW }: DayLife, from: number): number {
  const begin = times.indexOf(from);
  if (begin !== 0 && values[begin] !== 0) return 0;
  const isZero = values[begin] === 0;
  const next = values.findIndex((value, i) => i > begin && (!isZero || value !== 0));
  const spanMs = next < 0 ? 0 : times[next]! - times[next - 1]!;
  return (2 * ratedW * spanMs) / 1000 / HOUR;
}

const dayStart = (time: number) => Math.floor(time / DAY_MS) * DAY_MS;
const options: fc.Arbitrary<(life: DayLife) => DayCounterOptions> = fc.constantFrom(
  (life: DayLife) => ({
    valuesIn: 'kWh' as const,
    ratedPowerW: life.ratedW,
    dayStart,
    maxGapMs: gapLimit(life.times),
  }),
  (life: DayLife) => ({ valuesIn: 'kWh' as const, ratedPowerW: life.ratedW, scale: life.step, dayStart }),
  (life: DayLife) => ({ valuesIn: 'kWh' as const, likelyPowerW: life.ratedW, dayStart }),
);

test('whatever befalls a daily counter, its energy is the truth, known to be unknown, or was cleared unread', () => {
  fc.assert(
    fc.property(dayLife, options, (life, optionsOf) => {
      fc.pre(new Set(life.values).size > 1);
      expectTruth(life, dayCounterSteps(life.times, life.values, optionsOf(life)));
    }),
    { numRuns: 650 },
  );
}, 60_000);
