import { BOLTZMANN_EV, ZERO_CELSIUS } from '../pv/constants.ts';
import { UNKNOWN_DIODE, type SingleDiode } from '../single-diode/parameters.ts';
import { vectorisedParts } from '../vector/vectorised.ts';

export interface OperatingPoint {
  /** What becomes current after reflection, spectrum and dirt, W/m2. */
  effectiveIrradiance: number;
  /** degC. */
  tempCell: number;
}

export interface CalcparamsDesotoInput extends OperatingPoint {
  /** Change of the short circuit's current, A/K. */
  alphaSc: number;
  /** Ideality times cells in series times thermal voltage at the reference, V. */
  aRef: number;
  /** Photocurrent at the reference, A. */
  ILRef: number;
  /** Saturation current at the reference, A. */
  IoRef: number;
  /** Shunt at the reference, ohm. */
  RshRef: number;
  /** In series, ohm. */
  Rs: number;
  /** Band gap at the reference, eV; 1.121 (silicon) unless told. */
  EgRef?: number;
  /** Its change, 1/K; -0.0002677 (silicon) unless told. */
  dEgdT?: number;
  /** W/m2; 1000 unless told. */
  irradRef?: number;
  /** degC; 25 unless told. */
  tempRef?: number;
}

const BLANK: Required<CalcparamsDesotoInput> = {
  effectiveIrradiance: NaN,
  tempCell: NaN,
  alphaSc: NaN,
  aRef: NaN,
  ILRef: NaN,
  IoRef: NaN,
  RshRef: NaN,
  Rs: NaN,
  EgRef: 1.121,
  dEgdT: -0.0002677,
  irradRef: 1000,
  tempRef: 25,
};

function fillDesoto(row: Required<CalcparamsDesotoInput>, parts: SingleDiode): void {
  const { effectiveIrradiance, irradRef, EgRef } = row;
  const cell = row.tempCell + ZERO_CELSIUS;
  const reference = row.tempRef + ZERO_CELSIUS;
  const gap = EgRef * (1 + row.dEgdT * (cell - reference));
  const exponent = EgRef / (BOLTZMANN_EV * reference) - gap / (BOLTZMANN_EV * cell);
  parts.photocurrent = (effectiveIrradiance / irradRef) * (row.ILRef + row.alphaSc * (cell - reference));
  parts.saturationCurrent = row.IoRef * (cell / reference) ** 3 * Math.exp(exponent);
  parts.resistanceSeries = row.Rs;
  parts.resistanceShunt = row.RshRef * (irradRef / effectiveIrradiance);
  parts.nNsVth = row.aRef * (cell / reference);
}

/**
 * The single diode's parameters at an irradiance and a temperature; without light the shunt is Infinity. De Soto, Klein
 * and Beckman 2006, Solar Energy 80, 78-88.
 */
export const calcparamsDesoto = vectorisedParts<CalcparamsDesotoInput, SingleDiode>(
  BLANK,
  UNKNOWN_DIODE,
  fillDesoto,
);

export interface CalcparamsCecInput extends CalcparamsDesotoInput {
  /** By how much `alphaSc` is corrected, percent. */
  Adjust: number;
}

/** The same with the correction of the California Energy Commission's modules. Dobos 2012, Journal of Solar Energy Engineering 134, 021011. */
export const calcparamsCec = vectorisedParts<CalcparamsCecInput, SingleDiode>(
  { ...BLANK, Adjust: NaN },
  UNKNOWN_DIODE,
  (row, parts) => fillDesoto({ ...row, alphaSc: row.alphaSc * (1 - row.Adjust / 100) }, parts),
);
