import { physical } from '../iam/physical.ts';
import { aoiProjection } from '../irradiance/aoi.ts';
import { getTotalIrradiance } from '../irradiance/total-irradiance.ts';
import { pvwatts } from '../inverter/pvwatts.ts';
import type { PvStation } from '../pv/expected-power.ts';
import { pvwattsDc, pvwattsLosses } from '../pvsystem/pvwatts.ts';
import { RADIANS } from '../sun/angles.ts';
import { TEMPERATURE_MODEL_PARAMETERS } from '../temperature/parameters.ts';
import { sapmCell } from '../temperature/sapm.ts';

/** Light on the horizontal and where the Sun stands; W/m2 and degrees. */
export interface SkyRow {
  apparentZenith: number;
  azimuth: number;
  dniExtra: number;
  ghi: number;
  dni: number;
  dhi: number;
}

/** degC and m/s; NaN: unknown. */
export interface Air {
  temperature: number;
  windSpeed: number;
}

/** The chain of models from light to power of one station, for loops over many rows. */
export interface StationModel {
  /** Nameplate, W. */
  readonly capacity: number;
  /** DC power after losses, W, of light from the sky: Hay and Davies, physical incidence modifier, SAPM, PVWatts. */
  dcOfSky(sky: SkyRow, air: Air): number;
  /** The same of light that a sensor measured on the plane, W/m2. */
  dcOfPlane(poa: number, air: Air): number;
  /** Light on the arrays, mean by nameplate, W/m2. */
  planeOf(sky: SkyRow): number;
  /** Most power that light on the arrays could become: cool modules, no loss at all; W. */
  mostOf(light: number, temperature: number): number;
  /** AC power of DC power, W. */
  ac(dc: number): number;
}

const DEFAULT_TEMPERATURE = 20;
const DEFAULT_WIND = 1;
const DEFAULT_COEFFICIENT = -0.004;
/** PVWatts' own but for outages, which an expectation is there to show. */
const DEFAULT_LOSSES = pvwattsLosses({ availability: 0 }) / 100;
const NOMINAL_EFFICIENCY = 0.96;
const REFERENCE_EFFICIENCY = 0.9637;
const USUAL_ALBEDO = 0.2;
/** degC: modules just out of the shade of a cloud on a cold day, where nobody measured the air. */
const COLD = 0;
/** Inverters give somewhat more than their rating for minutes. */
const OVERLOAD = 1.1;

/** Makes the chain of a station. One without arrays has no power. */
export function createStationModel(station: PvStation): StationModel {
  const arrays = station.arrays
    .filter(({ dcPower }) => dcPower > 0)
    .map((array) => ({
      ...array,
      gammaPdc: array.temperatureCoefficient ?? DEFAULT_COEFFICIENT,
      albedo: array.albedo ?? station.albedo ?? USUAL_ALBEDO,
      mounting: TEMPERATURE_MODEL_PARAMETERS.sapm[array.mounting ?? 'openRackGlassPolymer'],
    }));
  const capacity = arrays.reduce((sum, { dcPower }) => sum + dcPower, 0);
  const kept = 1 - (station.losses ?? DEFAULT_LOSSES);
  const inverter = {
    pdc0: (station.acPower ?? capacity) / NOMINAL_EFFICIENCY,
    etaInvNom: NOMINAL_EFFICIENCY,
    etaInvRef: REFERENCE_EFFICIENCY,
  };
  const most = station.acPower === undefined ? Infinity : station.acPower * OVERLOAD;
  const gamma = arrays.reduce((sum, { gammaPdc, dcPower }) => sum + gammaPdc * dcPower, 0) / (capacity || 1);
  const light = {
    poaGlobal: NaN,
    poaDirect: NaN,
    poaDiffuse: NaN,
    poaSkyDiffuse: NaN,
    poaGroundDiffuse: NaN,
  };
  type Array = (typeof arrays)[number];
  const lightInto = (sky: SkyRow, array: Array) => {
    const row = {
      solarZenith: sky.apparentZenith,
      solarAzimuth: sky.azimuth,
      surfaceTilt: array.tilt,
      surfaceAzimuth: array.azimuth,
      ghi: sky.ghi,
      dni: sky.dni,
      dhi: sky.dhi,
      dniExtra: sky.dniExtra,
      airmass: null,
      albedo: array.albedo,
      surfaceType: '' as const,
      model: 'haydavies' as const,
      modelPerez: 'allsitescomposite1990' as const,
    };
    getTotalIrradiance.kernel(row, light);
    return row;
  };
  const dcOf = (
    array: Array,
    [poaGlobal, effectiveIrradiance]: [number, number],
    { temperature, windSpeed }: Air,
  ) => {
    const tempCell = sapmCell.kernel({
      poaGlobal,
      tempAir: Number.isNaN(temperature) ? DEFAULT_TEMPERATURE : temperature,
      windSpeed: Number.isNaN(windSpeed) ? DEFAULT_WIND : windSpeed,
      a: array.mounting.a,
      b: array.mounting.b,
      deltaT: array.mounting.deltaT,
      irradRef: 1000,
    });
    return pvwattsDc.kernel({
      effectiveIrradiance,
      tempCell,
      pdc0: array.dcPower,
      gammaPdc: array.gammaPdc,
      tempRef: 25,
      k: 0,
      capAdjustment: false,
    });
  };
  return {
    capacity,
    dcOfSky(sky, air) {
      let dc = 0;
      for (const array of arrays) {
        const row = lightInto(sky, array);
        const aoi = Math.acos(aoiProjection.kernel(row)) / RADIANS;
        const passed = physical.kernel({ aoi, n: 1.526, K: 4, L: 0.002, nAr: 1 });
        const effective = light.poaGlobal - light.poaDirect * (1 - passed);
        dc += dcOf(array, [light.poaGlobal, effective], air);
      }
      return Math.max(0, dc) * kept;
    },
    dcOfPlane(poa, air) {
      let dc = 0;
      for (const array of arrays) dc += dcOf(array, [poa, poa], air);
      return Math.max(0, dc) * kept;
    },
    planeOf(sky) {
      let sum = 0;
      for (const array of arrays) {
        lightInto(sky, array);
        sum += light.poaGlobal * array.dcPower;
      }
      return capacity > 0 ? sum / capacity : 0;
    },
    mostOf(poa, temperature) {
      const cold = Number.isNaN(temperature) ? COLD : Math.min(25, temperature);
      return Math.min(most, (poa / 1000) * capacity * (1 + gamma * (cold - 25)));
    },
    ac: (dc) => (capacity > 0 ? pvwatts.kernel({ pdc: dc, ...inverter }) : 0),
  };
}
