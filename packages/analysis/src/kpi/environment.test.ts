import { describe, expect, it } from 'vitest';
import { ENVIRONMENT_FACTORS, environmentSavings } from './environment.ts';

describe('environmentSavings', () => {
  it('agrees with that platform’s public answers by the factors of fusionSolar', () => {
    const day = environmentSavings(196.45, ENVIRONMENT_FACTORS.fusionSolar);
    expect(day.co2 / 1000).toBeCloseTo(0.093, 3);
    expect(day.coal / 1000).toBeCloseTo(0.079, 3);
    expect(day.trees).toBeCloseTo(0.127, 3);
    const hour = environmentSavings(7.88, ENVIRONMENT_FACTORS.fusionSolar);
    expect(hour.co2 / 1000).toBeCloseTo(0.004, 3);
    expect(hour.coal / 1000).toBeCloseTo(0.003, 3);
  });

  it('takes factors of one’s own', () => {
    expect(environmentSavings(100, { co2: 0.25, coal: 0.1, co2PerTree: 50 })).toEqual({
      co2: 25,
      coal: 10,
      trees: 0.5,
    });
  });

  it('is nothing for nothing, by any set', () => {
    for (const factors of Object.values(ENVIRONMENT_FACTORS))
      expect(environmentSavings(0, factors).co2).toBe(0);
  });
});
