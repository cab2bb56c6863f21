import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadEnergy, selfConsumption, selfSufficiency } from './self-supply.ts';

const site = { produced: 30, exported: 12, imported: 6, charged: 8, discharged: 7 };

describe('self supply', () => {
  it('balances the load', () => {
    expect(loadEnergy(site)).toBe(23);
    expect(loadEnergy({ produced: 10, exported: 4, imported: 2 })).toBe(8);
  });

  it('knows the share of production used and of load covered', () => {
    expect(selfConsumption(site)).toBeCloseTo(0.6, 9);
    expect(selfSufficiency(site)).toBeCloseTo(1 - 6 / 23, 9);
  });

  it('is unknown without production or load', () => {
    expect(selfConsumption({ produced: 0, exported: 0, imported: 5 })).toBeNull();
    expect(selfSufficiency({ produced: 5, exported: 5, imported: 0 })).toBeNull();
  });

  it('stays between 0 and 1 for any meters', () => {
    const kwh = fc.double({ min: 0, max: 1e5, noNaN: true });
    const any = fc.record({ produced: kwh, exported: kwh, imported: kwh, charged: kwh, discharged: kwh });
    fc.assert(
      fc.property(any, (energies) => {
        for (const share of [selfConsumption(energies), selfSufficiency(energies)])
          expect(share === null || (share >= 0 && share <= 1)).toBe(true);
      }),
    );
  });
});
