import { performance } from 'node:perf_hooks';
import {
  atmosphere,
  iam,
  inverter,
  irradiance,
  pvsystem,
  solarposition,
  temperature,
} from '@sunfleet/analysis/models';
import type { Bench } from '../figure.ts';

const FIVE_MINUTES = 5 * 60_000;
const START = Date.UTC(2025, 0, 1);
const LENGTH = (365 * 86_400_000) / FIVE_MINUTES;
const SITE = { latitude: 47.4, longitude: 8.5, altitude: 450 };
const SURFACE = { surfaceTilt: 30, surfaceAzimuth: 170 };
const ROUNDS = 30;

/** What a year of five-minute rows of one station costs from the Sun to AC power: 105,120 rows through the models one after the other. */
export const modelBench: Bench = {
  names: ['model.station_year'],
  async run(_wanted, tell) {
    const time = Float64Array.from({ length: LENGTH }, (_, at) => START + at * FIVE_MINUTES);
    const ghi = measured(time);
    const tempAir = time.map((_, at) => 10 + 12 * Math.sin(at / 46));
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const start = performance.now();
      const energy = stationYear(time, ghi, tempAir);
      times.push(performance.now() - start);
      if (!(energy > 1000)) throw new Error(`${energy} kWh of a year`);
    }
    const median = times.toSorted((a, b) => a - b)[times.length / 2]!;
    tell({ name: 'model.station_year', value: median, unit: 'ms' });
  },
};

/** Light of a pyranometer, W/m2: a clear sky through clouds that come and go. */
function measured(time: Float64Array): Float64Array {
  const { elevation } = solarposition.getSolarposition({ time, ...SITE });
  return elevation.map((degrees, at) => {
    const clear = 1050 * Math.max(0, Math.sin((degrees * Math.PI) / 180)) ** 1.15;
    return clear * (0.7 + 0.3 * Math.sin(at / 37));
  });
}

/** kWh of a year by a kWp. */
function stationYear(time: Float64Array, ghi: Float64Array, tempAir: Float64Array): number {
  const sun = solarposition.getSolarposition({ time, ...SITE });
  const angles = { ...SURFACE, solarZenith: sun.apparentZenith, solarAzimuth: sun.azimuth };
  const dniExtra = irradiance.getExtraRadiation({ time });
  const { dni, dhi } = irradiance.erbs({ ghi, zenith: sun.zenith, dniExtra });
  const airmass = atmosphere.getRelativeAirmass({ zenith: sun.apparentZenith });
  const light = irradiance.getTotalIrradiance({
    ...angles,
    ghi,
    dni,
    dhi,
    dniExtra,
    airmass,
    model: 'perez',
  });
  const modifier = iam.physical({ aoi: irradiance.aoi(angles) });
  const effectiveIrradiance = light.poaDirect.map((beam, at) => beam * modifier[at]! + light.poaDiffuse[at]!);
  const tempCell = temperature.sapmCell({
    poaGlobal: light.poaGlobal,
    tempAir,
    windSpeed: 2,
    ...temperature.TEMPERATURE_MODEL_PARAMETERS.sapm.openRackGlassPolymer,
  });
  const pdc = pvsystem.pvwattsDc({ effectiveIrradiance, tempCell, pdc0: 1000, gammaPdc: -0.004 });
  const ac = inverter.pvwatts({ pdc, pdc0: 1000 });
  return (ac.reduce((sum, power) => sum + power, 0) * FIVE_MINUTES) / 3_600_000 / 1000;
}
