import { describe, expect, it } from 'vitest';
import { lambertW, lambertWOfExp } from './lambert-w.ts';

describe('lambertW', () => {
  it('turns w exp w back into w', () => {
    for (const w of [1e-12, 1e-3, 0.2, 1, 3.7, 50, 600]) {
      expect(lambertWOfExp(Math.log(w) + w) / w).toBeCloseTo(1, 13);
      expect(lambertW(w * Math.exp(w)) / w).toBeCloseTo(1, 13);
    }
  });

  it('is the constant of omega at 1, and 0 at 0', () => {
    expect(lambertW(1)).toBeCloseTo(0.5671432904097838, 15);
    expect(lambertW(0)).toBe(0);
  });

  it('takes logarithms beyond all numbers and below them', () => {
    const w = lambertWOfExp(1e6);
    expect(w + Math.log(w)).toBeCloseTo(1e6, 8);
    expect(lambertWOfExp(-1000)).toBe(0);
    expect(lambertWOfExp(-700)).toBeCloseTo(Math.exp(-700), 310);
  });

  it('does not know what is not known, nor that of a number below 0', () => {
    expect(lambertWOfExp(NaN)).toBeNaN();
    expect(lambertW(-0.1)).toBeNaN();
  });
});
