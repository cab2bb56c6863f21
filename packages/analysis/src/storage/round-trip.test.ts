import { describe, expect, it } from 'vitest';
import { fullCycles, isRoundTripReliable, roundTripCorrected, roundTripNaive } from './round-trip.ts';

const window = { charged: 100, discharged: 80 };
const fuller = { startSoc: 20, endSoc: 60, capacity: 25 };

describe('round-trip efficiency', () => {
  it('is what came out over what went in', () => {
    expect(roundTripNaive(window)).toBe(0.8);
  });

  it('leaves out what is still stored', () => {
    expect(roundTripCorrected(window, fuller)).toBeCloseTo(80 / 90, 9);
    expect(roundTripCorrected(window, { ...fuller, health: 80 })).toBeCloseTo(80 / 92, 9);
  });

  it('counts what was stored before', () => {
    expect(roundTripCorrected(window, { startSoc: 60, endSoc: 20, capacity: 25 })).toBeCloseTo(80 / 110, 9);
  });

  it('is unknown when nothing went in', () => {
    expect(roundTripNaive({ charged: 0, discharged: 5 })).toBeNull();
    expect(roundTripCorrected({ charged: 5, discharged: 0 }, fuller)).toBeNull();
  });
});

describe('isRoundTripReliable', () => {
  it('asks for three charges of throughput or the same SoC at both ends', () => {
    expect(isRoundTripReliable({ charged: 40, discharged: 35 }, fuller)).toBe(true);
    expect(isRoundTripReliable({ charged: 10, discharged: 9 }, fuller)).toBe(false);
    expect(isRoundTripReliable({ charged: 10, discharged: 9 }, { ...fuller, endSoc: 21.5 })).toBe(true);
  });
});

describe('fullCycles', () => {
  it('is throughput over the capacity left', () => {
    expect(fullCycles(200, 10)).toBe(20);
    expect(fullCycles(200, 10, 80)).toBe(25);
    expect(fullCycles(200, 0)).toBeNull();
  });
});
