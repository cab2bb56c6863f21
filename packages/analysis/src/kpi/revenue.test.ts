import { describe, expect, it } from 'vitest';
import { revenue } from './revenue.ts';

describe('revenue', () => {
  it('sells all where nothing is said of self use', () => {
    expect(revenue({ produced: 1000, feedInPrice: 8.11 })).toBe(8110);
  });

  it('adds what is saved, sold and paid on top', () => {
    expect(revenue({ produced: 100, exported: 40, feedInPrice: 8, buyPrice: 30, subsidy: 1.5 })).toBe(
      1800 + 320 + 150,
    );
  });

  it('does not save below zero when more is exported than produced', () => {
    expect(revenue({ produced: 10, exported: 15, feedInPrice: 10, buyPrice: 30 })).toBe(150);
  });

  it('rounds once, to whole minor units', () => {
    expect(revenue({ produced: 3, exported: 1.5, feedInPrice: 0.3, buyPrice: 0.1 })).toBe(1);
  });
});
