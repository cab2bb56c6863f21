import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groundSkyShare } from './view-factors.ts';

describe('groundSkyShare', () => {
  it('is one of the sky for rows of any size and distance that people may type, the closest too', () => {
    const length = fc.double({ min: 1e-300, max: 100, noNaN: true });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 180 }), length, length, length, (tilt, slant, pitch, height) => {
        const share = groundSkyShare({ tilt, gcr: slant / pitch, height, pitch });
        expect(share).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 200 },
    );
  });

  it('is the same from higher than two hundred rows that stand five degrees high', () => {
    const at = (height: number) => groundSkyShare({ tilt: 20, gcr: 0.4, height, pitch: 1 });
    expect(at(40)).toBe(at(20));
    expect(at(20)).toBeCloseTo(at(15), 3);
  });
});
