import { ZERO_CELSIUS } from '../pv/constants.ts';
import { checkSeries } from '../stats/check-series.ts';
import { convection } from './fuentes-convection.ts';

export interface FuentesInput {
  /** Of each row, epoch ms, rising. */
  times: Float64Array;
  /** Irradiance on the plane, W/m2. */
  poaGlobal: Float64Array;
  /** degC. */
  tempAir: Float64Array;
  /** m/s, at `windHeight`. */
  windSpeed: Float64Array;
  /** Nominal operating cell temperature as it is mounted, degC. */
  noctInstalled: number;
  /** Of the module above ground, m; 5 unless told. */
  moduleHeight?: number;
  /** Of the wind sensor above ground, m; 9.144 unless told. */
  windHeight?: number;
  /** 0.84 unless told. */
  emissivity?: number;
  /** Share of light that becomes heat; 0.83 unless told. */
  absorption?: number;
  /** Degrees; 30 unless told. */
  surfaceTilt?: number;
  /** m; 0.31579 unless told. */
  moduleWidth?: number;
  /** m; 1.2 unless told. */
  moduleLength?: number;
}

type Mounting = Required<Omit<FuentesInput, 'times' | 'poaGlobal' | 'tempAir' | 'windSpeed'>>;

/** As the paper rounds it, W/(m2 K4). */
const RADIATION = 5.669e-8;
const ROOM = 293.15;
/** Of the sky at NOCT conditions, K. */
const NOCT_SKY = 282.21;
/** J/(m2 K). */
const HEAT_CAPACITY = 11_000;
/** Roof mounts that are warmer than it at NOCT conditions have heat of the roof as well, K. */
const OPEN_RACK_NOCT = 321.15;
const ITERATIONS = 10;
const DEFAULTS = {
  moduleHeight: 5,
  windHeight: 9.144,
  emissivity: 0.84,
  absorption: 0.83,
  surfaceTilt: 30,
  moduleWidth: 0.31579,
  moduleLength: 1.2,
};

/** What the NOCT says about the mounting: how both faces lose heat against the front, how warm the ground side is. */
function calibrate(mounting: Mounting, length: number) {
  const { emissivity, absorption, surfaceTilt } = mounting;
  const noct = mounting.noctInstalled + ZERO_CELSIUS;
  const excess = noct - ROOM;
  const radiation = emissivity * RADIATION;
  const front = convection({
    meanTemperature: (noct + ROOM) / 2,
    difference: excess,
    wind: 1,
    length,
    surfaceTilt,
    mayBeTurbulent: false,
  });
  const toGround = radiation * (noct ** 2 + ROOM ** 2) * (noct + ROOM);
  const taken = absorption * 800;
  const back =
    (taken - radiation * (noct ** 4 - NOCT_SKY ** 4) - front * excess) / ((toGround + front) * excess);
  const ground4 = noct ** 4 - back * (noct ** 4 - ROOM ** 4);
  const ground = Math.min(noct, Math.max(ROOM, ground4 ** 0.25));
  return {
    groundShare: (ground - ROOM) / excess,
    convectionRatio: (taken - radiation * (2 * noct ** 4 - NOCT_SKY ** 4 - ground ** 4)) / (front * excess),
    capacity: HEAT_CAPACITY * (noct > OPEN_RACK_NOCT ? 1 + (noct - OPEN_RACK_NOCT) / 12 : 1),
  };
}

/**
 * Cell, degC, with the heat that the module keeps, row by row. The first row begins at 20 degC; so does the row after an unknown
 * one, which is NaN. Throws where series differ in length, or there is one row only. Fuentes 1987, SAND85-0330.
 */
export function fuentes(input: FuentesInput): Float64Array {
  checkSeries(input.times, {
    poaGlobal: input.poaGlobal,
    tempAir: input.tempAir,
    windSpeed: input.windSpeed,
  });
  const mounting: Mounting = { ...DEFAULTS, ...input };
  const { moduleWidth, moduleLength, surfaceTilt } = mounting;
  const length = (2 * moduleWidth * moduleLength) / (moduleWidth + moduleLength);
  const { groundShare, convectionRatio, capacity } = calibrate(mounting, length);
  const windShare = (mounting.moduleHeight / mounting.windHeight) ** 0.2;
  const radiation = mounting.emissivity * RADIATION;
  const { times } = input;
  const cells = new Float64Array(times.length);
  let start = ROOM;
  let sunBefore = 0;
  for (let row = 0; row < times.length; row += 1) {
    const air = input.tempAir[row]! + ZERO_CELSIUS;
    const sun = input.poaGlobal[row]! * mounting.absorption;
    const wind = input.windSpeed[row]! * windShare + 1e-4;
    const sky = 0.68 * 0.0552 * air ** 1.5 + 0.32 * air;
    const seconds = (times[Math.max(row, 1)]! - times[Math.max(row, 1) - 1]!) / 1000;
    let module = start;
    for (let again = 0; again < ITERATIONS; again += 1) {
      const both =
        convectionRatio *
        convection({
          meanTemperature: (module + air) / 2,
          difference: Math.abs(module - air),
          wind,
          length,
          surfaceTilt,
          mayBeTurbulent: true,
        });
      const toSky = radiation * (module ** 2 + sky ** 2) * (module + sky);
      const ground = air + groundShare * (module - air);
      const toGround = radiation * (module ** 2 + ground ** 2) * (module + ground);
      const loss = both + toSky + toGround;
      const rate = (-loss / capacity) * seconds;
      const kept = rate > -10 ? Math.exp(rate) : 0;
      const gained = both * air + toSky * sky + toGround * ground + sunBefore + (sun - sunBefore) / rate;
      module = start * kept + ((1 - kept) * gained + sun - sunBefore) / loss;
    }
    cells[row] = module - ZERO_CELSIUS;
    const isKnown = !Number.isNaN(module);
    start = isKnown ? module : ROOM;
    sunBefore = isKnown ? sun : 0;
  }
  return cells;
}
