import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { counterSteps, type CounterOptions } from './counter.ts';

const MINUTE = 60_000;
/** Readings five minutes apart. */
const every5 = (values: number[], opts?: CounterOptions) =>
  counterSteps(
    values.map((_, i) => i * 5 * MINUTE),
    values,
    opts,
  );
const kinds = (values: number[], opts?: CounterOptions) => every5(values, opts).map((step) => step.kind);
const energy = (values: number[], opts?: CounterOptions) =>
  every5(values, opts).reduce((sum, step) => sum + step.kwh, 0);
/** At most 130 kWh an hour: 10.8 -> 11 counts in five minutes. */
const RATED: CounterOptions = { ratedPowerW: 100_000 };

describe('counterSteps', () => {
  it('gives the difference of each pair', () => {
    expect(every5([100, 103, 103], RATED)).toEqual([
      { from: 0, to: 5 * MINUTE, kwh: 3, kind: 'normal' },
      { from: 5 * MINUTE, to: 10 * MINUTE, kwh: 0, kind: 'normal' },
    ]);
  });

  it('has nothing to say of one reading or none', () => {
    expect(every5([7])).toEqual([]);
    expect(counterSteps([], [])).toEqual([]);
  });

  it('counts in the register’s unit', () => {
    expect(energy([1000, 1025], { scale: 0.1 })).toBeCloseTo(2.5);
    expect(energy([100, 102.5], { scale: 0.1, valuesIn: 'kWh' })).toBeCloseTo(2.5);
  });

  it('believes one count in any span, as counters step', () => {
    const steps = counterSteps([0, 1000], [5, 6], { ratedPowerW: 100 });
    expect(steps[0]).toMatchObject({ kwh: 1, kind: 'normal' });
  });

  it('believes 1.3 times what the rating gives, in whole counts', () => {
    expect(kinds([0, 11, 22], RATED)).toEqual(['normal', 'normal']);
    expect(kinds([0, 12, 24], RATED)).toEqual(['reset', 'reset']);
  });

  it('keeps the energy of a long silence as a gap', () => {
    const steps = counterSteps([0, 5 * MINUTE, 185 * MINUTE], [10, 15, 200], RATED);
    expect(steps[1]).toEqual({ from: 5 * MINUTE, to: 185 * MINUTE, kwh: 185, kind: 'gap' });
  });

  it('allows a quarter-hourly logger to be late', () => {
    expect(counterSteps([0, 16 * MINUTE], [0, 5], RATED)[0]?.kind).toBe('normal');
    expect(counterSteps([0, 21 * MINUTE], [0, 5], RATED)[0]?.kind).toBe('gap');
  });

  it('takes the gap limit as told', () => {
    const steps = counterSteps([0, 25 * MINUTE], [0, 5], { ...RATED, maxGapMs: 30 * MINUTE });
    expect(steps[0]?.kind).toBe('normal');
  });
});

describe('rollover', () => {
  it.each([16, 32])('counts over the wrap of %i bits', (bits) => {
    const top = 2 ** bits;
    expect(kinds([top - 6, top - 3, 2, 5], { ...RATED, bits })).toEqual(['normal', 'rollover', 'normal']);
    expect(energy([top - 6, top - 3, 2, 5], { ...RATED, bits })).toBe(11);
  });

  it('wraps readings given in kWh', () => {
    const opts: CounterOptions = { ...RATED, bits: 16, scale: 0.1, valuesIn: 'kWh' };
    expect(energy([6553.4, 0.3, 0.5], opts)).toBeCloseTo(0.7);
  });

  it('is not believed when the wrap would hold too much', () => {
    expect(kinds([30_000, 5, 8], { ...RATED, bits: 16 })).toEqual(['reset', 'normal']);
  });

  it('is believed without a rating only when small', () => {
    expect(kinds([65_530, 3, 5], { bits: 16 })).toEqual(['rollover', 'normal']);
    expect(kinds([40_000, 3, 5], { bits: 16 })).toEqual(['reset', 'normal']);
  });

  it('is found in a counter of unknown width, and only at the top of 16 or 32 bits', () => {
    expect(energy([65_530, 65_533, 2, 5], RATED)).toBe(11);
    expect(energy([6553.1, 6553.4, 0.3, 0.5], { ...RATED, valuesIn: 'kWh' })).toBeCloseTo(1);
    expect(kinds([60_000, 1, 2], RATED)).toEqual(['reset', 'normal']);
  });
});

describe('reset', () => {
  it('gives no energy and goes on from the new level', () => {
    expect(kinds([5000, 5003, 0, 4, 8, 11], RATED)).toEqual([
      'normal',
      'reset',
      'normal',
      'normal',
      'normal',
    ]);
    expect(energy([5000, 5003, 0, 4, 8, 11], RATED)).toBe(14);
  });

  it('is a jump upwards too, of a replaced device', () => {
    expect(kinds([50, 52, 9000, 9004], RATED)).toEqual(['normal', 'reset', 'normal']);
    expect(energy([50, 52, 9000, 9004], RATED)).toBe(6);
  });

  it('stays a reset when the new counter reaches the old level by itself', () => {
    const climb = Array.from({ length: 60 }, (_, i) => i * 10);
    expect(energy([500, ...climb], RATED)).toBe(590);
  });
});

describe('spike', () => {
  it.each([
    ['too high', [100, 103, 99_999, 107, 110]],
    ['too low', [100, 103, 4, 107, 110]],
    ['zero', [100, 103, 0, 107, 110]],
    ['two in a row', [100, 103, 70_000, 70_001, 107, 110]],
    ['six in a row', [100, 103, 70_000, 70_001, 70_002, 70_003, 70_004, 70_005, 107, 110]],
    ['high then low', [100, 103, 70_000, 2, 107, 110]],
    ['little too high', [100, 103, 109, 105, 110]],
    ['little too low', [100, 103, 102, 105, 110]],
  ])('%s counts once', (_, values) => {
    expect(energy(values, RATED)).toBe(10);
  });

  it('is no level that counted for long, though the level before it would fit one reading behind it', () => {
    const before = Array.from({ length: 40 }, (_, i) => 1000 + 3 * i);
    const counted = Array.from({ length: 30 }, (_, i) => 600 + 9 * i);
    const steps = every5([...before, ...counted, 1130], RATED);
    expect(steps.filter(({ kind }) => kind === 'reset')).toHaveLength(2);
    expect(steps.reduce((sum, { kwh }) => sum + kwh, 0)).toBe(3 * 39 + 9 * 29);
  });

  it('marks the readings that are not believed', () => {
    expect(kinds([100, 103, 0, 107], RATED)).toEqual(['normal', 'spike', 'normal']);
  });

  it('doubts the low one of a dip and the high one of a hump', () => {
    expect(kinds([100, 103, 102, 105, 110], RATED)).toEqual(['normal', 'spike', 'normal', 'normal']);
    expect(kinds([100, 109, 105, 107, 110], RATED)).toEqual(['spike', 'normal', 'normal', 'normal']);
  });

  it('may climb back in a few small steps', () => {
    expect(energy([107, 108, 105, 106, 107, 109], RATED)).toBe(2);
  });

  it('joins the steps around it end to end', () => {
    const steps = every5([100, 103, 0, 107], RATED);
    expect(steps[2]).toMatchObject({ from: 5 * MINUTE, to: 15 * MINUTE, kwh: 4 });
  });

  it('is known without a rating when the counter falls back', () => {
    expect(energy([100, 103, 9e9, 107, 110])).toBe(10);
    expect(energy([100, 103, 0, 0, 0, 0, 0, 0, 107, 110])).toBe(10);
  });

  it('may last a night of zeros', () => {
    const night = Array.from({ length: 120 }, () => 0);
    expect(energy([100, 103, ...night, 104, 108], RATED)).toBe(8);
  });

  it('adds nothing at the end of the series, where it cannot be judged', () => {
    expect(energy([100, 103, 88_888], RATED)).toBe(3);
    expect(energy([100, 103, 0], RATED)).toBe(3);
  });
});

describe('a series that is no counter', () => {
  it('is answered in time though every reading falls', () => {
    const seconds = Array.from({ length: 86_400 }, (_, i) => i * 1000);
    const falling = seconds.map((_, i) => 1e6 - i);
    const begin = performance.now();
    const steps = counterSteps(seconds, falling, RATED);
    expect(steps.every(({ kind }) => kind === 'reset' || kind === 'spike')).toBe(true);
    expect(performance.now() - begin).toBeLessThan(5000);
  });
});

describe('zeros of a register that is not read', () => {
  const every = (stepMs: number, values: number[], opts?: CounterOptions) =>
    counterSteps(
      values.map((_, i) => i * stepMs),
      values,
      opts,
    );
  const sum = (steps: readonly { kwh: number }[]) => steps.reduce((total, { kwh }) => total + kwh, 0);
  const zeros = (count: number) => Array.from({ length: count }, () => 0);

  it.each([{}, RATED])('do not book the lifetime when the counter comes back %o', (opts) => {
    const steps = every5([...zeros(7), 100_000, 100_001], opts);
    expect(sum(steps)).toBe(1);
    expect(steps[0]).toEqual({ from: 0, to: 35 * MINUTE, kwh: 0, kind: 'reset' });
  });

  it('do not book the lifetime of a young counter either', () => {
    expect(sum(every5([...zeros(7), 5, 5.01, 5.02, 5.03], { valuesIn: 'kWh' }))).toBeCloseTo(0.03);
    expect(sum(every5([...zeros(7), 9, 9.1, 9.2, 9.3], { ...RATED, valuesIn: 'kWh' }))).toBeCloseTo(0.3);
  });

  it('may last hours, however often the counter is read', () => {
    const twoHours = every(5000, [100_000, 100_000, ...zeros(1440), 100_003, 100_003]);
    expect(sum(twoHours)).toBe(3);
    const tenHours = every(5000, [500, 501, ...zeros(7200), 511, 512], RATED);
    expect(sum(tenHours)).toBe(12);
    expect(tenHours.find(({ kwh }) => kwh === 10)?.kind).toBe('gap');
  });

  it('may last longer than a day', () => {
    expect(sum(every(10 * MINUTE, [500, 502, ...zeros(200), 512, 513], RATED))).toBe(13);
  });

  it('are unknown beside a reset until the counter counts on from them, and true ones at the begin', () => {
    const steps = every5([5000, 5003, 0, 0, 0, 2, 4], RATED);
    expect(steps.map(({ kind }) => kind)).toEqual(['normal', 'reset', 'reset', 'reset', 'normal', 'normal']);
    expect(sum(steps)).toBe(7);
    expect(sum(every5([0, 0, 2, 4, 7], RATED))).toBe(7);
  });

  it('leave unknown what came after them, until they are over', () => {
    expect(every5([100, 103, 0, 0], RATED).at(-1)).toEqual({
      from: 5 * MINUTE,
      to: 15 * MINUTE,
      kwh: 0,
      kind: 'reset',
    });
  });

  it('leave unknown what is as well a bad reading as a restart', () => {
    expect(energy([2, 0, 5], RATED)).toBe(0);
    expect(sum(every(60 * MINUTE, [50, 103, 0, 8, 107], RATED))).toBe(53);
  });
});

describe('a counter that counts in large steps', () => {
  /** A 100 kW inverter at 60 kW that is read each minute: 1 kWh a minute. */
  const minutes = (step: number, offset = 0) =>
    Array.from({ length: 300 }, (_, i) => 1_230_000 + offset + Math.floor(i / step) * step);
  const read = (values: number[]) =>
    counterSteps(
      values.map((_, i) => i * MINUTE),
      values,
      { ...RATED, valuesIn: 'kWh' },
    );

  it.each([
    [10, 0],
    [10, 5],
    [25, 0],
    [50, 3],
  ])('of %d kWh is right though no minute could give so much (offset %d)', (step, offset) => {
    const values = minutes(step, offset);
    const steps = read(values);
    expect(steps.reduce((sum, { kwh }) => sum + kwh, 0)).toBe(values.at(-1)! - values[0]!);
    expect(new Set(steps.map(({ kind }) => kind))).toEqual(new Set(['normal']));
  });

  it('is right in a short window that holds one step', () => {
    const values = Array.from({ length: 30 }, (_, i) => (i < 17 ? 1_230_120 : 1_230_130));
    expect(read(values).reduce((sum, { kwh }) => sum + kwh, 0)).toBe(10);
  });

  it('may not step faster than the rating', () => {
    const values = Array.from({ length: 60 }, (_, i) => 1_230_000 + 10 * i);
    expect(read(values).reduce((sum, { kwh }) => sum + kwh, 0)).toBeLessThanOrEqual(130 + 10);
  });
});

describe('a counter without a rating', () => {
  it('does not book two equal spikes', () => {
    expect(energy([100, 101, 9e6, 9e6, 102, 103])).toBe(3);
  });

  it('does not believe the newest reading when it leaps', () => {
    expect(energy([100, 101, 65_535])).toBe(1);
    expect(energy([100, 101, 9e6, 9e6])).toBe(1);
  });

  it('shows by its steps how much it may hold', () => {
    const large = Array.from({ length: 20 }, (_, i) => 5000 + 100 * i);
    expect(energy(large)).toBe(1900);
    expect(energy([...large.slice(0, 10), 9e6, ...large.slice(10)])).toBe(1900);
  });

  it('takes the likely power as told', () => {
    expect(energy([100, 400])).toBe(0);
    expect(energy([100, 400], { likelyPowerW: 5e6 })).toBe(300);
  });
});

/** A counter that grows by what fits its rating, read at irregular times no further than 10 min apart. */
const grownCounter = fc
  .array(fc.record({ wait: fc.integer({ min: 1, max: 10 }), share: fc.integer({ min: 0, max: 100 }) }), {
    minLength: 2,
    maxLength: 60,
  })
  .map((rows) => {
    let time = 0;
    let kwh = 5000;
    return rows.map(({ wait, share }) => {
      time += wait * MINUTE;
      kwh += (wait / 60) * share;
      return { time, kwh };
    });
  });
const stepsOf = (rows: { time: number; kwh: number }[], opts: CounterOptions) =>
  counterSteps(
    rows.map(({ time }) => time),
    rows.map(({ kwh }) => kwh),
    opts,
  );
const total = (rows: { time: number; kwh: number }[]) =>
  stepsOf(rows, RATED).reduce((sum, step) => sum + step.kwh, 0);

describe('for any counter that grows', () => {
  it('sums to last less first', () => {
    fc.assert(
      fc.property(grownCounter, (rows) => {
        expect(total(rows)).toBeCloseTo((rows.at(-1)?.kwh ?? 0) - (rows[0]?.kwh ?? 0), 6);
      }),
    );
  });

  it('does not depend on order or repetition', () => {
    const mixed = grownCounter.chain((rows) =>
      fc.tuple(fc.constant(rows), fc.shuffledSubarray([...rows, ...rows], { minLength: rows.length * 2 })),
    );
    fc.assert(
      fc.property(mixed, ([rows, shuffled]) => {
        expect(stepsOf(shuffled, RATED)).toEqual(stepsOf(rows, RATED));
      }),
    );
  });

  it('is not changed by one bad reading in the middle', () => {
    const bad = fc.oneof(fc.constant(0), fc.integer({ min: 1e6, max: 4e9 }));
    fc.assert(
      fc.property(grownCounter, bad, fc.nat(), (rows, kwh, where) => {
        const at = 1 + (where % (rows.length - 1));
        const time = ((rows[at - 1]?.time ?? 0) + (rows[at]?.time ?? 0)) / 2;
        const spoiled = [...rows.slice(0, at), { time, kwh }, ...rows.slice(at)];
        expect(total(spoiled)).toBeCloseTo(total(rows), 6);
      }),
    );
  });
});

describe('a long series that is no counter', () => {
  it('costs little more than one that is, however many readings it has', () => {
    const times = Float64Array.from({ length: 600_000 }, (_, i) => i * 150);
    const good = times.map((_, i) => i / 1000);
    let noise = 1;
    const wild = times.map(() => (noise = (noise * 48_271) % 2_147_483_647) / 1000);
    const costOf = (values: Float64Array) => {
      const before = process.threadCpuUsage().user;
      const steps = counterSteps(times, values, { valuesIn: 'kWh', ...RATED });
      return { ms: (process.threadCpuUsage().user - before) / 1000, steps };
    };
    const usual = costOf(good).ms;
    const { ms, steps } = costOf(wild);
    // Each reading was compared with the two hundred before it once: fifty times as much.
    expect(ms / usual).toBeLessThan(20);
    expect([steps[0]?.from, steps.at(-1)?.to]).toEqual([times[0], times.at(-1)]);
    expect(Math.max(...steps.slice(0, 1000).map(({ kwh }) => kwh))).toBeLessThan(1);
  });
});
