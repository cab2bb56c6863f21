import { describe, expect, it } from 'vitest';
import { fuentes } from './fuentes.ts';
import { prilliman } from './prilliman.ts';
import { noctSam } from './noct-sam.ts';
import { ross } from './ross.ts';

const STEP_MS = 600_000;
const weather = {
  times: Float64Array.from({ length: 5 }, (_, i) => i * STEP_MS),
  poaGlobal: Float64Array.of(800, 800, 800, 800, 800),
  tempAir: Float64Array.of(20, 20, 20, 20, 20),
  windSpeed: Float64Array.of(1, 1, 1, 1, 1),
  noctInstalled: 45,
};

describe('fuentes', () => {
  it('warms up step by step', () => {
    const cells = fuentes(weather);
    for (let i = 1; i < 5; i += 1) expect(cells[i]).toBeGreaterThan(cells[i - 1]!);
  });

  it('begins again after a row that is not known', () => {
    const cells = fuentes({ ...weather, poaGlobal: Float64Array.of(800, NaN, 800, 800, 800) });
    expect(cells[1]).toBeNaN();
    expect(cells[2]).toBe(cells[0]);
    expect(cells.slice(2)).toEqual(fuentes(weather).slice(0, 3));
  });

  it('refuses series that do not fit, by name', () => {
    expect(() => fuentes({ ...weather, windSpeed: new Float64Array(2) })).toThrow('windSpeed has 2 values');
    const one = Float64Array.of(1);
    expect(() => fuentes({ ...weather, times: one, poaGlobal: one, tempAir: one, windSpeed: one })).toThrow(
      'two rows',
    );
    expect(fuentes({ ...weather, ...noRows() })).toEqual(new Float64Array(0));
  });
});

function noRows() {
  const none = new Float64Array(0);
  return { times: none, poaGlobal: none, tempAir: none, windSpeed: none };
}

describe('prilliman', () => {
  const windSpeed = Float64Array.of(1, 1, 1, 1);

  it('leaves steps of twenty minutes as they are, in a copy', () => {
    const tempCell = Float64Array.of(20, 30, 40, 50);
    const same = prilliman({ tempCell, windSpeed, stepMinutes: 20 });
    expect(same).toEqual(tempCell);
    expect(same).not.toBe(tempCell);
  });

  it('keeps what is not known, and does not count it', () => {
    const tempCell = Float64Array.of(20, NaN, 40, 40);
    const smooth = prilliman({ tempCell, windSpeed, stepMinutes: 10 });
    expect(smooth[1]).toBeNaN();
    expect(smooth[2]).toBeCloseTo(20, 12);
    expect(smooth[3]).toBeCloseTo(40, 12);
  });

  it('refuses no step and winds that are missing', () => {
    const tempCell = Float64Array.of(1, 2);
    expect(() => prilliman({ tempCell, windSpeed, stepMinutes: 1 })).toThrow('windSpeed has 4 values');
    expect(() => prilliman({ tempCell: windSpeed, windSpeed, stepMinutes: 0 })).toThrow('above 0');
  });
});

describe('models of one row', () => {
  it('refuse what contradicts itself', () => {
    expect(() => ross({ poaGlobal: 800, tempAir: 20, noct: 45, k: 0.02 })).toThrow('not both');
    const sam = { poaGlobal: 800, tempAir: 20, windSpeed: 1, noct: 45, moduleEfficiency: 0.2 };
    expect(() => noctSam({ ...sam, arrayHeight: 3 })).toThrow('1 or 2, not 3');
  });

  it('have the air’s temperature without light', () => {
    const sam = { poaGlobal: 0, tempAir: -7, windSpeed: 1, noct: 45, moduleEfficiency: 0.2 };
    expect(noctSam({ ...sam, effectiveIrradiance: 0 })).toBe(-7);
    expect(ross({ poaGlobal: 0, tempAir: -7, noct: 45 })).toBe(-7);
    expect(ross({ poaGlobal: 800, tempAir: 20 })).toBeNaN();
  });
});
