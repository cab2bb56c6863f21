import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counterSteps, type CounterOptions, type CounterStep } from './counter.ts';
import { counterLife, type CounterLife } from './test-kit/counter-life.ts';
import { knownStretches } from './test-kit/known-stretches.ts';

const HOUR = 3_600_000;

function expectTruth(life: CounterLife, steps: readonly CounterStep[]) {
  for (const { from, to, kwh } of knownStretches(steps)) {
    const truth = life.energyAt(to) - life.energyAt(from);
    const { tooMuch, tooLittle } = allowance(life, from);
    const words = `${kwh} kWh instead of ${truth}`;
    expect(kwh - truth, words).toBeLessThanOrEqual(tooMuch);
    expect(truth - kwh, words).toBeLessThanOrEqual(tooLittle);
  }
}

/**
 * What no rule can tell. Zeros right before a restart may have been a register that is not read: where the readings begin with them, what
 * was counted meanwhile is missed; elsewhere they are unknown, but for the way from the last zero to the first count.
 */
function allowance(life: CounterLife, from: number) {
  const usual = 2 * life.step + life.slack + 1e-6;
  if (life.values[life.times.indexOf(from)] !== 0) return { tooMuch: usual, tooLittle: usual };
  const begin = life.times.reduce((a, b) => Math.min(a, b));
  const next = life.times.filter((time) => time > from).reduce((a, b) => Math.min(a, b), Infinity);
  const onTheWay = (2 * life.ratedW * (next - from)) / 1000 / HOUR;
  return { tooMuch: usual + onTheWay, tooLittle: from === begin ? Infinity : usual + onTheWay };
}

/** Every reading lies in some step, so that what is not known is said to be unknown. */
function expectWhole(life: CounterLife, steps: readonly CounterStep[]) {
  const joined = steps.filter(({ kind }) => kind !== 'spike');
  const times = [...new Set(life.times)].toSorted((a, b) => a - b);
  if (times.length < 2) return;
  expect(joined[0]?.from).toBe(times[0]);
  expect(joined.at(-1)?.to).toBe(times.at(-1));
  for (const [i, step] of joined.slice(1).entries()) expect(step.from).toBe(joined[i]?.to);
}

const options: fc.Arbitrary<(life: CounterLife) => CounterOptions> = fc.constantFrom(
  (life: CounterLife) => ({ valuesIn: 'kWh' as const, ratedPowerW: life.ratedW }),
  (life: CounterLife) => ({ valuesIn: 'kWh' as const, ratedPowerW: life.ratedW, scale: life.step }),
  (life: CounterLife) => ({ valuesIn: 'kWh' as const, likelyPowerW: life.ratedW }),
  () => ({ valuesIn: 'kWh' as const }),
);

test('whatever befalls a counter, its energy is the truth or known to be unknown', () => {
  fc.assert(
    fc.property(counterLife, options, (life, optionsOf) => {
      // A register that shows one value all the time, or nothing but it and 0, may be none.
      fc.pre(new Set(life.values.filter((value) => value !== 0)).size > 1);
      const steps = counterSteps(life.times, life.values, optionsOf(life));
      expectWhole(life, steps);
      expectTruth(life, steps);
    }),
    { numRuns: 1500 },
  );
}, 60_000);

test('the energy of any span is never more than the rating allows', () => {
  const anything = fc.array(
    fc.record({
      wait: fc.integer({ min: 1, max: 40 * 60_000 }),
      kwh: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.double({ min: 0, max: 70_000, noNaN: true })),
    }),
    { minLength: 2, maxLength: 60 },
  );
  fc.assert(
    fc.property(anything, fc.constantFrom(5000, 100_000), (rows, ratedPowerW) => {
      let time = 0;
      const times = rows.map(({ wait }) => (time += wait));
      const values = rows.map(({ kwh }) => kwh);
      const steps = counterSteps(times, values, { ratedPowerW, scale: 1 });
      for (const [i, { from }] of steps.entries()) {
        let kwh = 0;
        for (const step of steps.slice(i)) {
          kwh += step.kwh;
          const allowed = (1.3 * ratedPowerW * (step.to - from)) / 1000 / HOUR;
          expect(kwh).toBeLessThanOrEqual(allowed + 1.002);
        }
      }
    }),
  );
});

test('a counter to which nothing happens is known all through', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 2, maxLength: 200 }), (shares) => {
      let kwh = 5000;
      const values = shares.map((share) => Math.floor((kwh += share / 12) * 10) / 10);
      const times = shares.map((_, i) => i * 300_000);
      const steps = counterSteps(times, values, { valuesIn: 'kWh', ratedPowerW: 100_000 });
      expect(steps.every(({ kind }) => kind === 'normal')).toBe(true);
    }),
  );
});
