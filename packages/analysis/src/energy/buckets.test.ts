import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketEnergy, spreadByShape } from './buckets.ts';
import { counterSteps, type CounterStep, type CounterStepKind } from './counter.ts';

const MINUTE = 60_000;
const step = (from: number, to: number, kwh: number, kind: CounterStepKind = 'normal'): CounterStep => ({
  from: from * MINUTE,
  to: to * MINUTE,
  kwh,
  kind,
});
const known = (values: Float64Array) => values.filter((value) => !Number.isNaN(value));
const sum = (values: Float64Array) => known(values).reduce((total, value) => total + value, 0);

describe('bucketEnergy', () => {
  it('divides a step by time', () => {
    const { start, kwh } = bucketEnergy([step(3, 13, 10)]);
    expect(start).toBe(0);
    expect([...kwh]).toEqual([2, 5, 3]);
  });

  it('adds what several steps leave in one bucket', () => {
    expect([...bucketEnergy([step(0, 2, 1), step(2, 5, 4)]).kwh]).toEqual([5]);
  });

  it('leaves a bucket without steps unknown, not zero', () => {
    const { kwh } = bucketEnergy([step(0, 5, 1), step(10, 15, 2)]);
    expect([...kwh]).toEqual([1, NaN, 2]);
  });

  it('hands back gaps whole and drops resets and spikes', () => {
    const gap = step(5, 65, 30, 'gap');
    const result = bucketEnergy([step(0, 5, 1), gap, step(65, 70, 0, 'reset'), step(65, 75, 0, 'spike')]);
    expect(result.spread).toEqual([gap]);
    expect(sum(result.kwh)).toBe(1);
    expect(known(result.kwh)).toHaveLength(1);
  });

  it('counts a rollover', () => {
    expect(sum(bucketEnergy([step(0, 5, 3, 'rollover')]).kwh)).toBe(3);
  });

  it('keeps to the range asked for', () => {
    const range = { start: 5 * MINUTE, end: 15 * MINUTE };
    const { start, kwh } = bucketEnergy([step(0, 20, 8)], { range });
    expect(start).toBe(5 * MINUTE);
    expect([...kwh]).toEqual([2, 2]);
  });

  it('takes other lengths, and nothing at all', () => {
    expect([...bucketEnergy([step(0, 90, 9)], { stepMs: 60 * MINUTE }).kwh]).toEqual([6, 3]);
    expect(bucketEnergy([]).kwh).toHaveLength(0);
  });

  it('sums with its gaps to the counter’s difference, whatever the sampling', () => {
    const waits = fc.array(fc.integer({ min: 1, max: 2_000_000 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(waits, (list) => {
        let time = 1_700_000_123_456;
        const times = [time, ...list.map((wait) => (time += wait))];
        const values = times.map((at) => 7 + (at - (times[0] ?? 0)) / 400_000);
        const result = bucketEnergy(counterSteps(times, values));
        const gaps = result.spread.reduce((total, { kwh }) => total + kwh, 0);
        expect(sum(result.kwh) + gaps).toBeCloseTo((values.at(-1) ?? 0) - (values[0] ?? 0), 6);
      }),
    );
  });
});

describe('spreadByShape', () => {
  const gap = { from: 0, to: 20 * MINUTE, kwh: 12 };
  const shape = (expected: number[]) => ({ start: 0, stepMs: 5 * MINUTE, expected });

  it('follows the expected power', () => {
    expect([...spreadByShape(gap, shape([0, 1, 3, 0]))]).toEqual([0, 3, 9, 0]);
  });

  it('spreads evenly when nothing is expected', () => {
    expect([...spreadByShape(gap, shape([0, 0, NaN, -5]))]).toEqual([3, 3, 3, 3]);
  });

  it('weighs a bucket by the part of it inside the gap', () => {
    const late = { from: 2.5 * MINUTE, to: 10 * MINUTE, kwh: 6 };
    expect([...spreadByShape(late, shape([1, 1, 1, 1]))]).toEqual([2, 4, 0, 0]);
  });

  it('refuses a shape that ends inside the gap', () => {
    expect(() => spreadByShape(gap, shape([1, 1]))).toThrow(RangeError);
  });
});
