import { describe, expect, it } from 'vitest';
import { BY_FIVE_MINUTES, BY_MINUTES, CLEAR, MEASURED } from './detect-clearsky.data.ts';
import { detectClearsky } from './detect-clearsky.ts';

const START = Date.UTC(2025, 5, 1, 6);

function day(stepMinutes: number) {
  const every = (values: readonly number[]) =>
    Float64Array.from(values.filter((_, at) => at % stepMinutes === 0));
  const measured = every(MEASURED);
  return {
    measured,
    clearsky: every(CLEAR),
    times: measured.map((_, at) => START + at * stepMinutes * 60_000),
  };
}

/** First and last sample of each run of clear ones. */
function runsOf(samples: Uint8Array): number[][] {
  const runs: number[][] = [];
  for (const [at, isClear] of samples.entries()) {
    if (isClear === 0) continue;
    if (runs.at(-1)?.[1] === at - 1) runs.at(-1)![1] = at;
    else runs.push([at, at]);
  }
  return runs;
}

describe('detectClearsky', () => {
  it('finds the minutes that pvlib finds, and the factor of the clear sky', () => {
    const { clearSamples, alpha, hasConverged } = detectClearsky(day(1));
    expect(runsOf(clearSamples)).toEqual(BY_MINUTES.clear);
    expect(alpha).toBeCloseTo(BY_MINUTES.alpha, 10);
    expect(hasConverged).toBe(true);
  });

  it('knows limits for longer steps', () => {
    const { clearSamples, alpha } = detectClearsky({ ...day(5), inferLimits: true });
    expect(runsOf(clearSamples)).toEqual(BY_FIVE_MINUTES.clear);
    expect(alpha).toBeCloseTo(BY_FIVE_MINUTES.alpha, 10);
  });

  it('calls nothing clear that is not known, nor the night', () => {
    const dark = day(1);
    expect(detectClearsky({ ...dark, measured: dark.measured.fill(NaN) }).clearSamples).not.toContain(1);
    const night = { ...dark, measured: new Float64Array(601), clearsky: new Float64Array(601) };
    expect(detectClearsky(night).clearSamples).not.toContain(1);
  });

  it('refuses what it cannot judge', () => {
    const { measured, clearsky, times } = day(1);
    const late = times.map((time, at) => (at > 300 ? time + 1 : time));
    expect(() => detectClearsky({ measured, clearsky, times: late })).toThrow('times: the same step');
    expect(() => detectClearsky({ ...day(5) })).toThrow('windowLength: three samples at least, not 2');
    expect(() => detectClearsky({ measured, clearsky, times: times.slice(1) })).toThrow('as many values');
    const few = { measured: measured.slice(0, 5), clearsky: clearsky.slice(0, 5), times: times.slice(0, 5) };
    expect(() => detectClearsky(few)).toThrow('times: 10 at least');
  });
});
