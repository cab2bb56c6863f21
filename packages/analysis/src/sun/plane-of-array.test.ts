import { describe, expect, it } from 'vitest';
import { angleOfIncidence, poaHayDavies } from './plane-of-array.ts';

const light = { ghi: 712.8355544951825, dni: 800, dhi: 100 };
const sun = { zenith: 40, azimuth: 150 };
const south = { tilt: 40, azimuth: 180 };

describe('angleOfIncidence', () => {
  it('is 0 facing the sun and the zenith on the horizontal', () => {
    expect(angleOfIncidence(sun, { tilt: 40, azimuth: 150 })).toBeCloseTo(0, 5);
    expect(angleOfIncidence(sun, { tilt: 0, azimuth: 77 })).toBeCloseTo(40, 9);
    expect(angleOfIncidence(sun, south)).toBeCloseTo(19.153157, 6);
  });
});

describe('poaHayDavies', () => {
  const input = { ...light, sun, plane: south, extraterrestrial: 1400 };

  it('adds beam, sky with the sun’s surround, and ground', () => {
    const { beam, sky, ground, global } = poaHayDavies(input);
    expect(beam).toBeCloseTo(755.715939, 5);
    expect(sky).toBeCloseTo(108.309316, 5);
    expect(ground).toBeCloseTo(16.677184, 5);
    expect(global).toBeCloseTo(beam + sky + ground, 9);
  });

  it('has neither beam nor surround with the sun behind', () => {
    const north = poaHayDavies({ ...input, plane: { tilt: 90, azimuth: 330 } });
    expect(north.beam).toBe(0);
    expect(north.sky).toBeCloseTo((100 * (1 - 800 / 1400)) / 2, 9);
  });

  it('takes the albedo as told', () => {
    expect(poaHayDavies({ ...input, albedo: 0.6 }).ground).toBeCloseTo(3 * poaHayDavies(input).ground, 9);
  });

  it('stays finite at the horizon', () => {
    const low = poaHayDavies({ ...input, sun: { zenith: 90, azimuth: 180 } });
    expect(Number.isFinite(low.global)).toBe(true);
  });
});
