import type { PvStation } from '../pv/expected-power.ts';
import { diodeYield } from './diode-yield.ts';
import { pvwattsPower, sandiaPower } from './inverter-power.ts';
import { createRowLight, type SkyRow } from './row-light.ts';
import { pvwattsDc, pvwattsLosses } from '../pvsystem/pvwatts.ts';
import { TEMPERATURE_MODEL_PARAMETERS } from '../temperature/parameters.ts';
import { sapmCell } from '../temperature/sapm.ts';

/** degC and m/s; NaN: unknown. */
export interface Air {
  temperature: number;
  windSpeed: number;
}

/** What becomes of light on its way to the inverters, W: each less what was lost before it. */
export interface Stages {
  /** Nameplate under all light that would come without horizon and other rows. */
  standard: number;
  /** Under the light that comes. */
  open: number;
  /** At the temperature of the cells. */
  warm: number;
  /** After glass and the usual losses on the way: DC power. */
  dc: number;
}

/** The chain of models from light to power of one station, for loops over many rows. */
export interface StationModel {
  /** Nameplate, W. */
  readonly capacity: number;
  /** DC power after losses, W, of light from the sky: Hay and Davies, physical incidence modifier, SAPM, and the single diode of the modules or PVWatts. */
  dcOfSky(sky: SkyRow, air: Air): number;
  /** The same of light that a sensor measured on the plane, W/m2. */
  dcOfPlane(poa: number, air: Air): number;
  /** Light on the arrays without what stands before them, mean by nameplate, W/m2. */
  planeOf(sky: SkyRow): number;
  /** Most power that light on the arrays could become: cool modules, no loss at all; W. */
  mostOf(light: number, temperature: number): number;
  /** AC power of DC power, W, by Sandia's curves of the inverters or by PVWatts. */
  ac(dc: number): number;
  /** The same of inverters without a rating. */
  acUnclipped(dc: number): number;
  /** The stages of light from the sky, and of light that a sensor measured on the plane, into `stages`. */
  stagesOfSky(sky: SkyRow, air: Air, stages: Stages): void;
  stagesOfPlane(poa: number, air: Air, stages: Stages): void;
}

const DEFAULT_TEMPERATURE = 20;
const DEFAULT_WIND = 1;
const DEFAULT_COEFFICIENT = -0.004;
/** PVWatts' own but for outages, which an expectation is there to show. */
const DEFAULT_LOSSES = pvwattsLosses({ availability: 0 }) / 100;
const NOMINAL_EFFICIENCY = 0.96;
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
      yields: array.diode && diodeYield(array.diode),
    }));
  const capacity = arrays.reduce((sum, { dcPower }) => sum + dcPower, 0);
  const kept = 1 - (station.losses ?? DEFAULT_LOSSES);
  const efficiency = station.inverterEfficiency ?? NOMINAL_EFFICIENCY;
  const inverters = station.inverters?.length
    ? sandiaPower(station.inverters)
    : pvwattsPower({ acPower: station.acPower ?? capacity, efficiency });
  const mostPower = station.acPower === undefined ? Infinity : station.acPower * OVERLOAD;
  const gamma = arrays.reduce((sum, { gammaPdc, dcPower }) => sum + gammaPdc * dcPower, 0) / (capacity || 1);
  const rowLight = createRowLight(station.horizon);
  type Array = (typeof arrays)[number];
  const cellOf = (array: Array, poaGlobal: number, { temperature, windSpeed }: Air) =>
    sapmCell.kernel({
      poaGlobal,
      tempAir: Number.isNaN(temperature) ? DEFAULT_TEMPERATURE : temperature,
      windSpeed: Number.isNaN(windSpeed) ? DEFAULT_WIND : windSpeed,
      a: array.mounting.a,
      b: array.mounting.b,
      deltaT: array.mounting.deltaT,
      irradRef: 1000,
    });
  const dcOf = (array: Array, [poaGlobal, effectiveIrradiance]: [number, number], air: Air) => {
    const tempCell = cellOf(array, poaGlobal, air);
    if (array.yields) return array.dcPower * array.yields(effectiveIrradiance, tempCell);
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
  const begin = (stages: Stages) => {
    stages.standard = 0;
    stages.open = 0;
    stages.warm = 0;
    stages.dc = 0;
  };
  const add = (array: Array, [all, poa, effective]: [number, number, number], air: Air, stages: Stages) => {
    const heat = 1 + array.gammaPdc * (cellOf(array, poa, air) - 25);
    stages.standard += (array.dcPower * all) / 1000;
    stages.open += (array.dcPower * poa) / 1000;
    stages.warm += ((array.dcPower * poa) / 1000) * heat;
    stages.dc += dcOf(array, [poa, effective], air) * kept;
  };
  return {
    capacity,
    dcOfSky(sky, air) {
      let dc = 0;
      for (const array of arrays) {
        const { poa, effective } = rowLight.on(sky, array);
        dc += dcOf(array, [poa, effective], air);
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
        const front = rowLight.alone(sky, array);
        const most = rowLight.isObstructed(array)
          ? Math.max(front, rowLight.on(sky, array).effective)
          : front;
        sum += most * array.dcPower;
      }
      return capacity > 0 ? sum / capacity : 0;
    },
    mostOf(poa, temperature) {
      const cold = Number.isNaN(temperature) ? COLD : Math.min(25, temperature);
      return Math.min(mostPower, (poa / 1000) * capacity * (1 + gamma * (cold - 25)));
    },
    ac: (dc) => (capacity > 0 ? inverters.ac(dc) : 0),
    acUnclipped: (dc) => (capacity > 0 ? inverters.unclipped(dc) : 0),
    stagesOfSky(sky, air, stages) {
      begin(stages);
      for (const array of arrays) {
        const { poa, effective } = rowLight.on(sky, array);
        add(
          array,
          [rowLight.isObstructed(array) ? rowLight.alone(sky, array) : poa, poa, effective],
          air,
          stages,
        );
      }
    },
    stagesOfPlane(poa, air, stages) {
      begin(stages);
      for (const array of arrays) add(array, [poa, poa, poa], air, stages);
    },
  };
}
