import type { Irradiance } from '../clear-sky/ineichen.ts';
import { erbs } from '../irradiance/erbs.ts';
import type { HorizonProfile } from '../shading/horizon.ts';
import { clearSkyAt, type ClearSky, type Turbidity } from '../sun/clear-sky.ts';
import type { Plane } from '../sun/plane.ts';
import { RISE_ELEVATION } from '../sun/rise-elevation.ts';
import type { Site } from '../sun/solar-position.ts';
import type { ModuleDiode } from '../expected/diode-yield.ts';
import type { SandiaInverter } from '../inverter/sandia.ts';
import { pvwatts } from '../inverter/pvwatts.ts';
import { pvwattsDc, pvwattsLosses } from '../pvsystem/pvwatts.ts';
import { TEMPERATURE_MODEL_PARAMETERS, type SapmMounting } from '../temperature/parameters.ts';
import { sapmCell } from '../temperature/sapm.ts';
import { lightOnArray, type ArrayLight, type PvRows } from './array-light.ts';

/** Modules of one orientation. */
export interface PvArray extends Plane {
  /** Nameplate at STC, W. */
  dcPower: number;
  /** Of power, 1/K, below 0; -0.004 unless told. */
  temperatureCoefficient?: number;
  mounting?: SapmMounting;
  /** Of its modules; they are PVWatts' without. Only what is computed over many rows goes by it. */
  diode?: ModuleDiode;
  /** Of the ground before it, 0 to 1; that of the station unless told. */
  albedo?: number;
  /** Where it stands in rows; a plane of its own unless told. */
  rows?: PvRows;
  /** Power of the back by that of the front in equal light, 0 to 1; it counts in rows above the ground. */
  bifaciality?: number;
}

export interface PvStation {
  site: Site;
  arrays: readonly PvArray[];
  /** Rated AC power of all inverters in W; the DC nameplate unless told. */
  acPower?: number;
  /** Weighted efficiency of the inverters, 0 to 1; PVWatts' 0.96 unless told. */
  inverterEfficiency?: number;
  /** Curves of all its inverters; they are PVWatts' without. As `diode`. */
  inverters?: readonly SandiaInverter[];
  /** Share of DC power lost on its way; PVWatts' 0.1408 unless told. */
  losses?: number;
  albedo?: number;
  turbidity?: Turbidity;
  /** What hides the Sun when it is low. */
  horizon?: HorizonProfile;
}

/** What a sensor says, W/m2: on the plane of the arrays, or else on the horizontal. */
export interface MeasuredIrradiance {
  poa?: number;
  ghi?: number;
}

/** degC and m/s. */
export interface Ambient {
  temperature?: number;
  windSpeed?: number;
}

export interface ExpectedPowerInput {
  /** Epoch ms. */
  time: number;
  station: PvStation;
  irradiance?: MeasuredIrradiance;
  ambient?: Ambient;
}

/** Which irradiance an expectation rests on, to be shown beside it. */
export type IrradianceSource = 'poa' | 'ghi' | 'clearSky';

export interface ExpectedPower {
  /** AC power, W. */
  power: number;
  /** DC power after losses, W. */
  dcPower: number;
  /** On the plane of the arrays, mean by nameplate, W/m2. */
  poa: number;
  /** Mean by nameplate, degC. */
  cellTemperature: number;
  source: IrradianceSource;
}

const DEFAULT_AIR_TEMPERATURE = 20;
const DEFAULT_WIND = 1;
const DEFAULT_COEFFICIENT = -0.004;
const DEFAULT_LOSSES = pvwattsLosses({}) / 100;
/** Of the inverter: PVWatts' 0.96. */
const NOMINAL_EFFICIENCY = 0.96;
const USUAL_ALBEDO = 0.2;

interface Light {
  source: IrradianceSource;
  sky: ClearSky;
  irradiance: Irradiance;
  poa: number | undefined;
}

/** The value of a sensor; undefined where it says nothing. */
const known = (value: number | undefined) => (Number.isFinite(value) ? value : undefined);

function lightOf({ time, station, irradiance }: ExpectedPowerInput): Light {
  const sky = clearSkyAt(time, station.site, station.turbidity);
  const poa = known(irradiance?.poa);
  const ghi = known(irradiance?.ghi);
  // Whatever a sensor says with the Sun below the horizon, it is not sunlight.
  const isNight = sky.position.elevation < RISE_ELEVATION;
  const measured = (value: number) => (isNight ? 0 : Math.max(0, value));
  if (poa !== undefined) return { source: 'poa', sky, irradiance: sky, poa: measured(poa) };
  if (ghi === undefined) return { source: 'clearSky', sky, irradiance: sky, poa };
  const split = erbs({
    ghi: measured(ghi),
    zenith: sky.position.zenith,
    dniExtra: sky.extraterrestrial,
  });
  return { source: 'ghi', sky, irradiance: { ghi: measured(ghi), ...split }, poa: undefined };
}

/**
 * Light on one array. A POA sensor is taken as it is, with the back of the array in the proportion of a clear sky: it stands where the
 * modules do, and knows rows and horizon.
 */
function onArray({ source, sky, irradiance, poa }: Light, array: PvArray, station: PvStation): ArrayLight {
  const albedo = array.albedo ?? station.albedo ?? USUAL_ALBEDO;
  const isLit = sky.position.apparentElevation > 0;
  const plane = station.horizon ? { ...array, albedo, horizon: station.horizon } : { ...array, albedo };
  if (poa !== undefined) {
    if (!array.bifaciality || !array.rows || !isLit) return { poa, effective: poa };
    const both = lightOnArray(sky, plane, sky);
    const front = lightOnArray(sky, { ...plane, bifaciality: 0 }, sky);
    return { poa, effective: front.effective > 0 ? (poa * both.effective) / front.effective : poa };
  }
  if (source === 'clearSky' && !isLit) return { poa: 0, effective: 0 };
  return lightOnArray(irradiance, plane, sky);
}

/**
 * Power a station should give at an instant, from a POA sensor, else a GHI sensor, else the clear sky:
 * sun position, Erbs, horizon, Hay and Davies, infinite sheds, physical incidence modifier, SAPM cell temperature, PVWatts DC and AC.
 * A sensor's NaN counts as no sensor, an unknown temperature as 20 degC. At night it is 0.
 */
export function expectedPower(input: ExpectedPowerInput): ExpectedPower {
  const { station, ambient = {} } = input;
  const light = lightOf(input);
  const airTemperature = known(ambient.temperature) ?? DEFAULT_AIR_TEMPERATURE;
  const windSpeed = known(ambient.windSpeed) ?? DEFAULT_WIND;
  let nameplate = 0;
  let dc = 0;
  let poaSum = 0;
  let temperatureSum = 0;
  for (const array of station.arrays) {
    const { poa, effective } = onArray(light, array, station);
    const mounting = TEMPERATURE_MODEL_PARAMETERS.sapm[array.mounting ?? 'openRackGlassPolymer'];
    const cell = sapmCell({ poaGlobal: poa, tempAir: airTemperature, windSpeed, ...mounting });
    nameplate += array.dcPower;
    dc += pvwattsDc({
      effectiveIrradiance: effective,
      tempCell: cell,
      pdc0: array.dcPower,
      gammaPdc: array.temperatureCoefficient ?? DEFAULT_COEFFICIENT,
    });
    poaSum += poa * array.dcPower;
    temperatureSum += cell * array.dcPower;
  }
  const efficiency = station.inverterEfficiency ?? NOMINAL_EFFICIENCY;
  const dcPower = Math.max(0, dc) * (1 - (station.losses ?? DEFAULT_LOSSES));
  return {
    power:
      nameplate > 0
        ? pvwatts({ pdc: dcPower, pdc0: (station.acPower ?? nameplate) / efficiency, etaInvNom: efficiency })
        : 0,
    dcPower,
    poa: nameplate > 0 ? poaSum / nameplate : 0,
    cellTemperature: nameplate > 0 ? temperatureSum / nameplate : airTemperature,
    source: light.source,
  };
}
