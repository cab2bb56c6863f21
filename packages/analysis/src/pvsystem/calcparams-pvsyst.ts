import { BOLTZMANN_EV, ZERO_CELSIUS } from '../pv/constants.ts';
import { UNKNOWN_DIODE, type SingleDiode } from '../single-diode/parameters.ts';
import { vectorisedParts } from '../vector/vectorised.ts';
import type { OperatingPoint } from './calcparams-desoto.ts';

export interface CalcparamsPvsystInput extends OperatingPoint {
  /** Change of the short circuit's current, A/K. */
  alphaSc: number;
  /** Ideality at the reference. */
  gammaRef: number;
  /** Its change, 1/K. */
  muGamma: number;
  /** Photocurrent at the reference, A. */
  ILRef: number;
  /** Saturation current at the reference, A. */
  IoRef: number;
  /** Shunt at the reference, ohm. */
  RshRef: number;
  /** Shunt without light, ohm. */
  Rsh0: number;
  /** In series, ohm. */
  Rs: number;
  cellsInSeries: number;
  /** How fast the shunt's resistance falls with light; 5.5 unless told. */
  RshExp?: number;
  /** Band gap, eV; 1.121 (silicon) unless told. */
  EgRef?: number;
  /** W/m2; 1000 unless told. */
  irradRef?: number;
  /** degC; 25 unless told. */
  tempRef?: number;
}

/** The shunt's resistance falls with light from `Rsh0` on, ohm. */
function shuntOf(row: Required<CalcparamsPvsystInput>): number {
  const rest = Math.exp(-row.RshExp);
  const base = Math.max(0, (row.RshRef - row.Rsh0 * rest) / (1 - rest));
  return base + (row.Rsh0 - base) * Math.exp((-row.RshExp * row.effectiveIrradiance) / row.irradRef);
}

/**
 * The single diode's parameters by PVsyst 6. Sauer, Roessler and Hansen 2015, IEEE J. Photovoltaics 5, 152-158; Mermoud and
 * Lejeune 2010, 25th EU PVSEC.
 */
export const calcparamsPvsyst = vectorisedParts<CalcparamsPvsystInput, SingleDiode>(
  {
    effectiveIrradiance: NaN,
    tempCell: NaN,
    alphaSc: NaN,
    gammaRef: NaN,
    muGamma: NaN,
    ILRef: NaN,
    IoRef: NaN,
    RshRef: NaN,
    Rsh0: NaN,
    Rs: NaN,
    cellsInSeries: NaN,
    RshExp: 5.5,
    EgRef: 1.121,
    irradRef: 1000,
    tempRef: 25,
  },
  UNKNOWN_DIODE,
  (row, parts) => {
    const cell = row.tempCell + ZERO_CELSIUS;
    const reference = row.tempRef + ZERO_CELSIUS;
    const gamma = row.gammaRef + row.muGamma * (row.tempCell - row.tempRef);
    const exponent = (row.EgRef / (BOLTZMANN_EV * gamma)) * (1 / reference - 1 / cell);
    const light = row.effectiveIrradiance / row.irradRef;
    parts.photocurrent = light * (row.ILRef + row.alphaSc * (cell - reference));
    parts.saturationCurrent = row.IoRef * (cell / reference) ** 3 * Math.exp(exponent);
    parts.resistanceSeries = row.Rs;
    parts.resistanceShunt = shuntOf(row);
    parts.nNsVth = gamma * BOLTZMANN_EV * row.cellsInSeries * cell;
  },
);
