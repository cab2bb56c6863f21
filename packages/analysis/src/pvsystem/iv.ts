import { fillMaxPower, type MaxPowerPoint } from '../single-diode/bishop88.ts';
import { explicitCurrent, explicitVoltage } from '../single-diode/explicit.ts';
import {
  UNKNOWN_BISHOP,
  UNKNOWN_DIODE,
  type BishopTerms,
  type SingleDiode,
} from '../single-diode/parameters.ts';
import { vectorised, vectorisedParts } from '../vector/vectorised.ts';

/**
 * Current, A, at `voltage` (V) of the terminals, by Lambert's W. Of reverse breakdown and recombination
 * `bishop88IFromV`. Jain and Kapoor 2004, Solar Energy Materials & Solar Cells 81, 269-277.
 */
export const iFromV = vectorised<SingleDiode & { voltage: number }>(
  { ...UNKNOWN_DIODE, voltage: NaN },
  (row) => explicitCurrent(row.voltage, row),
);

/** Voltage of the terminals, V, at `current` (A), by Lambert's W. The same source. */
export const vFromI = vectorised<SingleDiode & { current: number }>(
  { ...UNKNOWN_DIODE, current: NaN },
  (row) => explicitVoltage(row.current, row),
);

/** The points of a curve by which modules are told. */
export interface IvPoints extends MaxPowerPoint {
  /** Short circuit, A. */
  iSc: number;
  /** Open circuit, V. */
  vOc: number;
  /** At half of the open circuit's voltage, A. */
  iX: number;
  /** At the middle between the voltages of most power and open circuit, A. */
  iXx: number;
}

/**
 * The points of a curve. Without light all are 0; NaN throughout where the shunt's resistance is below 0, as that of negative
 * irradiance is. Currents and open circuit by Lambert's W (Jain and Kapoor 2004), the most power by the slope of Bishop's form
 * (Bishop 1988).
 */
export const singlediode = vectorisedParts<SingleDiode, IvPoints>(
  UNKNOWN_DIODE,
  { iSc: NaN, vOc: NaN, iMp: NaN, vMp: NaN, pMp: NaN, iX: NaN, iXx: NaN },
  (row, parts) => {
    const bishop = { ...UNKNOWN_BISHOP, ...row };
    const isPossible = row.resistanceShunt > 0 && row.photocurrent >= 0;
    if (isPossible) fillMaxPower(bishop, parts);
    else parts.iMp = parts.vMp = parts.pMp = NaN;
    const vOc = isPossible ? explicitVoltage(0, row) : NaN;
    parts.iSc = isPossible ? explicitCurrent(0, row) : NaN;
    parts.vOc = vOc;
    parts.iX = explicitCurrent(0.5 * vOc, row);
    parts.iXx = explicitCurrent(0.5 * (vOc + parts.vMp), row);
  },
);

/** The point of most power, also with recombination. Bishop 1988, Solar Cells 25, 73-89. */
export const maxPowerPoint = vectorisedParts<SingleDiode & BishopTerms, MaxPowerPoint>(
  UNKNOWN_BISHOP,
  { iMp: NaN, vMp: NaN, pMp: NaN },
  fillMaxPower,
);
