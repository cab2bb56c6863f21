import { describe, expect, it } from 'vitest';
import { cellTemperatureFaiman, cellTemperatureSapm } from './cell-temperature.ts';

const weather = { poa: 900, airTemperature: 20, windSpeed: 5 };

describe('cell temperature at 900 W/m2, 20 degC and 5 m/s', () => {
  it('is 43.509 degC by SAPM on an open rack, glass on glass', () => {
    expect(cellTemperatureSapm(weather, 'openRackGlassGlass')).toBeCloseTo(43.509, 2);
  });

  it('is 35.203 degC by Faiman, and 37.308 with other losses', () => {
    expect(cellTemperatureFaiman(weather)).toBeCloseTo(35.203, 3);
    expect(cellTemperatureFaiman(weather, { u0: 22, u1: 6 })).toBeCloseTo(37.308, 3);
  });
});

describe('any model', () => {
  it.each([cellTemperatureSapm, cellTemperatureFaiman])('is the air’s in the dark', (model) => {
    expect(model({ poa: 0, airTemperature: -7 })).toBe(-7);
  });

  it('takes 1 m/s where the wind is not known', () => {
    expect(cellTemperatureFaiman({ poa: 900, airTemperature: 20 })).toBeCloseTo(20 + 900 / 31.84, 9);
  });
});
