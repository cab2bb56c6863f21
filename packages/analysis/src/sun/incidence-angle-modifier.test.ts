import { describe, expect, it } from 'vitest';
import { iamAshrae, iamPhysical } from './incidence-angle-modifier.ts';

describe('iamAshrae', () => {
  it.each([
    [0, 1],
    [22.5, 0.99588039],
    [-45, 0.97928932],
    [67.5, 0.9193437],
    [89, 0],
    [90, 0],
    [120, 0],
  ])('at %d degrees lets in %d', (aoi, share) => {
    expect(iamAshrae(aoi)).toBeCloseTo(share, 7);
  });
});

describe('iamPhysical', () => {
  it.each([
    [0, 1],
    [22.5, 0.99926198],
    [-45, 0.98797788],
    [67.5, 0.8893998],
    [90, 0],
    [120, 0],
  ])('at %d degrees lets in %d', (aoi, share) => {
    expect(iamPhysical(aoi)).toBeCloseTo(share, 7);
  });

  it('knows other glass', () => {
    expect(iamPhysical(60, { index: 1.3, extinction: 4, thickness: 0.002 })).toBeGreaterThan(iamPhysical(60));
  });
});

describe('an unknown angle', () => {
  it.each([iamAshrae, iamPhysical])('lets in an unknown share', (modifier) => {
    expect(modifier(NaN)).toBeNaN();
  });
});
