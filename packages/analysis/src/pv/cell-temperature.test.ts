import { describe, expect, it } from 'vitest';
import { cellTemperatureFaiman, cellTemperaturePvsyst, cellTemperatureSapm } from './cell-temperature.ts';

const weather = { poa: 900, airTemperature: 20, windSpeed: 5 };

describe('cell temperature at 900 W/m2, 20 degC and 5 m/s', () => {
  it('is 43.509 degC by SAPM on an open rack, glass on glass', () => {
    expect(cellTemperatureSapm(weather, 'openRackGlassGlass')).toBeCloseTo(43.509, 2);
  });

  it('is 45.137 degC by PVsyst, and 33.315 with wind', () => {
    expect(cellTemperaturePvsyst(weather)).toBeCloseTo(45.137, 2);
    const windy = { uc: 23.5, uv: 6.25, absorption: 0.9, efficiency: 0.1 };
    expect(cellTemperaturePvsyst(weather, windy)).toBeCloseTo(33.315, 2);
  });

  it('is 35.203 degC by Faiman, and 37.308 with other losses', () => {
    expect(cellTemperatureFaiman(weather)).toBeCloseTo(35.203, 3);
    expect(cellTemperatureFaiman(weather, { u0: 22, u1: 6 })).toBeCloseTo(37.308, 3);
  });
});

describe('any model', () => {
  it.each([cellTemperatureSapm, cellTemperatureFaiman, cellTemperaturePvsyst])(
    'is the air’s in the dark',
    (model) => {
      expect(model({ poa: 0, airTemperature: -7 })).toBe(-7);
    },
  );

  it('takes 1 m/s where the wind is not known', () => {
    expect(cellTemperatureFaiman({ poa: 900, airTemperature: 20 })).toBeCloseTo(20 + 900 / 31.84, 9);
  });
});
