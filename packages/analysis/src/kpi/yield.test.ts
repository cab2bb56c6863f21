import { describe, expect, it } from 'vitest';
import { capacityFactor, energyPerformanceIndex, specificYield } from './yield.ts';

describe('yields', () => {
  it('are energy over rating', () => {
    expect(specificYield(45, 10)).toBe(4.5);
    expect(capacityFactor(48, 10, 24)).toBe(0.2);
    expect(energyPerformanceIndex(95, 100)).toBe(0.95);
  });

  it('are unknown, not infinite, without one', () => {
    expect(specificYield(45, 0)).toBeNull();
    expect(capacityFactor(45, 10, 0)).toBeNull();
    expect(capacityFactor(45, 0, 24)).toBeNull();
    expect(energyPerformanceIndex(0, 0)).toBeNull();
  });
});
