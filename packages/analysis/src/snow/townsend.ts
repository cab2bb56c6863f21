import { ZERO_CELSIUS } from '../pv/constants.ts';
import { cosDeg, RADIANS } from '../sun/angles.ts';
import { vectorised, type Values } from '../vector/vectorised.ts';
import { zeroOf } from '../vector/zero-of.ts';

export interface LossTownsendInput {
  /** Of each month, cm: twelve values, or several years. */
  snowTotal: Float64Array;
  /** Days of each month with more than an inch. */
  snowEvents: Float64Array;
  /** Degrees. */
  surfaceTilt: Values;
  /** Percent. */
  relativeHumidity: Values;
  /** degC. */
  tempAir: Values;
  /** On the plane within the month, Wh/m2. */
  poaGlobal: Values;
  /** Of a row, along its slant, m. */
  slantHeight: number;
  /** Of the lower edge above ground, m. */
  lowerEdgeHeight: number;
  /** 1 with one string along the slant, 0.75 with more; 1 unless told. */
  stringFactor?: number;
  /** Of piled snow, degrees; 40 unless told. */
  angleOfRepose?: number;
  /** Share of energy that comes of the front; 1 unless told. */
  frontSideFraction?: Values;
}

const CM_PER_INCH = 2.54;
const INCHES_PER_METRE = 39.37;
const C1 = 5.7e4;
const C2 = 0.51;

const kernel = vectorised<{
  effectiveSnow: number;
  surfaceTilt: number;
  relativeHumidity: number;
  tempAir: number;
  poaGlobal: number;
  slant: number;
  edge: number;
  stringFactor: number;
  angleOfRepose: number;
  frontSideFraction: number;
}>(
  {
    effectiveSnow: NaN,
    surfaceTilt: NaN,
    relativeHumidity: NaN,
    tempAir: NaN,
    poaGlobal: NaN,
    slant: NaN,
    edge: NaN,
    stringFactor: NaN,
    angleOfRepose: NaN,
    frontSideFraction: NaN,
  },
  (row) => {
    const { effectiveSnow, slant, edge } = row;
    const cosine = cosDeg(row.surfaceTilt);
    const room = Math.max(0.1, edge ** 2 - effectiveSnow ** 2);
    const piled = ((slant * effectiveSnow * cosine) / room) * 2 * Math.tan(row.angleOfRepose * RADIANS);
    const ground = 1 - C2 * Math.exp(-piled);
    const climate = row.relativeHumidity / 100 / (row.tempAir + ZERO_CELSIUS) ** 2;
    const light = (row.poaGlobal / 1000) ** 0.67;
    const loss = (C1 * effectiveSnow * cosine ** 2 * ground * climate) / light;
    return Math.min(1, Math.max(0, loss * row.stringFactor * row.frontSideFraction));
  },
);

/**
 * Share of each month's DC energy that snow takes; the month before the first is the last. Throws where lengths differ. Townsend and Powers 2011,
 * 37th IEEE PVSC, 3231-3236; Townsend and Previtali 2023.
 */
export function lossTownsend(input: LossTownsendInput): Float64Array {
  const { snowTotal, snowEvents, slantHeight, lowerEdgeHeight } = input;
  if (snowEvents.length !== snowTotal.length)
    throw new RangeError(`snowEvents has ${snowEvents.length} values, snowTotal has ${snowTotal.length}`);
  const effective = snowTotal.map((snow, month) => {
    const events = snowEvents[month]!;
    if (!(events > 0)) return zeroOf(snow + events);
    return (0.5 * snow * (1 + 1 / Math.max(events, 1))) / CM_PER_INCH;
  });
  const effectiveSnow = effective.map((snow, month) => effective.at(month - 1)! / 3 + (2 * snow) / 3);
  return kernel({
    effectiveSnow,
    surfaceTilt: input.surfaceTilt,
    relativeHumidity: input.relativeHumidity,
    tempAir: input.tempAir,
    poaGlobal: input.poaGlobal,
    slant: slantHeight * INCHES_PER_METRE,
    edge: lowerEdgeHeight * INCHES_PER_METRE,
    stringFactor: input.stringFactor ?? 1,
    angleOfRepose: input.angleOfRepose ?? 40,
    frontSideFraction: input.frontSideFraction ?? 1,
  });
}
