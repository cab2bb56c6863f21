import { describe, expect, it } from 'vitest';
import { pvwatts } from '../inverter/pvwatts.ts';
import { pvwattsLosses } from '../pvsystem/pvwatts.ts';
import { TEMPERATURE_MODEL_PARAMETERS } from '../temperature/parameters.ts';
import { sapmCell } from '../temperature/sapm.ts';
import { expectedPower, type PvStation } from './expected-power.ts';

const station: PvStation = {
  site: { latitude: 40, longitude: -3.7, altitude: 650 },
  arrays: [{ dcPower: 100_000, tilt: 30, azimuth: 180 }],
};
const NOON = Date.UTC(2026, 5, 21, 12, 15);
const NIGHT = Date.UTC(2026, 5, 21, 0, 0);

describe('expectedPower with a POA sensor', () => {
  it('is the chain of its parts', () => {
    const ambient = { temperature: 20, windSpeed: 3 };
    const result = expectedPower({ time: NOON, station, irradiance: { poa: 850 }, ambient });
    const mounting = TEMPERATURE_MODEL_PARAMETERS.sapm.openRackGlassPolymer;
    const cell = sapmCell({ poaGlobal: 850, tempAir: 20, windSpeed: 3, ...mounting });
    const dc = 85_000 * (1 - 0.004 * (cell - 25)) * (1 - pvwattsLosses({}) / 100);
    expect(result.cellTemperature).toBeCloseTo(cell, 9);
    expect(result.dcPower).toBeCloseTo(dc, 6);
    expect(result.power).toBeCloseTo(pvwatts({ pdc: dc, pdc0: 100_000 / 0.96 }), 6);
    expect(result).toMatchObject({ poa: 850, source: 'poa' });
  });

  it('is capped at the inverters’ rating', () => {
    const clipped = expectedPower({
      time: NOON,
      station: { ...station, acPower: 50_000 },
      irradiance: { poa: 1000 },
    });
    expect(clipped.power).toBe(50_000);
  });

  it('loses less in better inverters, which are capped at the same rating', () => {
    const at = (inverterEfficiency: number, poa: number) =>
      expectedPower({
        time: NOON,
        station: { ...station, acPower: 60_000, inverterEfficiency },
        irradiance: { poa },
      }).power;
    expect(at(0.98, 400) / at(0.96, 400)).toBeCloseTo(0.98 / 0.96, 2);
    expect(at(0.98, 1000)).toBe(at(0.96, 1000));
  });

  it('takes a sensor below zero for darkness', () => {
    expect(expectedPower({ time: NIGHT, station, irradiance: { poa: -3 } })).toMatchObject({
      power: 0,
      poa: 0,
    });
  });

  it('is 0 at night, whatever a sensor says', () => {
    expect(expectedPower({ time: NIGHT, station, irradiance: { poa: 800 } })).toMatchObject({
      power: 0,
      poa: 0,
    });
    expect(expectedPower({ time: NIGHT, station, irradiance: { ghi: 800 } }).power).toBe(0);
  });

  it('takes an unknown temperature and wind for usual ones, not for no power', () => {
    const irradiance = { poa: 800 };
    const ambient = { temperature: NaN, windSpeed: NaN };
    const { power } = expectedPower({ time: NOON, station, irradiance, ambient });
    expect(power).toBe(expectedPower({ time: NOON, station, irradiance }).power);
    expect(power).toBeGreaterThan(50_000);
  });

  it('is lower in the heat', () => {
    const at = (temperature: number) =>
      expectedPower({ time: NOON, station, irradiance: { poa: 800 }, ambient: { temperature } }).power;
    expect(at(40) / at(20)).toBeCloseTo(0.91, 2);
  });
});

describe('expectedPower without one', () => {
  it('uses GHI, and the clear sky where that is no number', () => {
    expect(expectedPower({ time: NOON, station, irradiance: { ghi: 500 } }).source).toBe('ghi');
    expect(expectedPower({ time: NOON, station, irradiance: { poa: NaN, ghi: NaN } }).source).toBe(
      'clearSky',
    );
    expect(expectedPower({ time: NOON, station }).source).toBe('clearSky');
    expect(expectedPower({ time: NOON, station, irradiance: { poa: NaN, ghi: NaN } })).toEqual(
      expectedPower({ time: NOON, station }),
    );
  });

  it('gives nearly the same from the clear sky and from its GHI', () => {
    const clear = expectedPower({ time: NOON, station });
    const { power } = expectedPower({ time: NOON, station, irradiance: { ghi: 1020 } });
    expect(power / clear.power).toBeGreaterThan(0.9);
    expect(power / clear.power).toBeLessThan(1.1);
  });

  it('gives 60 to 85 % of the nameplate on a clear noon, and nothing at night', () => {
    const { power } = expectedPower({ time: NOON, station });
    expect(power).toBeGreaterThan(60_000);
    expect(power).toBeLessThan(85_000);
    expect(expectedPower({ time: NIGHT, station }).power).toBe(0);
  });

  it('loses what the glass reflects of flat light', () => {
    const evening = Date.UTC(2026, 5, 21, 18, 15);
    const clear = expectedPower({ time: evening, station });
    const sensed = expectedPower({ time: evening, station, irradiance: { poa: clear.poa } });
    expect(clear.poa).toBeGreaterThan(20);
    expect(clear.dcPower).toBeLessThan(0.97 * sensed.dcPower);
  });

  it('favours the east in the morning', () => {
    const morning = Date.UTC(2026, 5, 21, 7);
    const facing = (azimuth: number) =>
      expectedPower({
        time: morning,
        station: { ...station, arrays: [{ dcPower: 1000, tilt: 30, azimuth }] },
      }).power;
    expect(facing(90)).toBeGreaterThan(2 * facing(270));
  });

  it('adds arrays, and means by nameplate', () => {
    const east = { dcPower: 30_000, tilt: 20, azimuth: 90 };
    const west = { dcPower: 10_000, tilt: 20, azimuth: 270 };
    const of = (...arrays: (typeof east)[]) => expectedPower({ time: NOON, station: { ...station, arrays } });
    expect(of(east, west).dcPower).toBeCloseTo(of(east).dcPower + of(west).dcPower, 6);
    expect(of(east, west).poa).toBeCloseTo(0.75 * of(east).poa + 0.25 * of(west).poa, 6);
  });

  it('is nothing for a station without arrays', () => {
    expect(expectedPower({ time: NOON, station: { ...station, arrays: [] } })).toMatchObject({
      power: 0,
      poa: 0,
    });
  });
});
