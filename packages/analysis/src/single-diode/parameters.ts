/** The five parameters of the single diode equation, of a cell, a module or an array. */
export interface SingleDiode {
  /** A. */
  photocurrent: number;
  /** Of the diode, A. */
  saturationCurrent: number;
  /** Ohm. */
  resistanceSeries: number;
  /** Ohm; Infinity where nothing leaks. */
  resistanceShunt: number;
  /** Ideality times cells in series times thermal voltage, V. */
  nNsVth: number;
}

export const UNKNOWN_DIODE: SingleDiode = {
  photocurrent: NaN,
  saturationCurrent: NaN,
  resistanceSeries: NaN,
  resistanceShunt: NaN,
  nNsVth: NaN,
};

/** What Bishop's form adds: recombination in thin films, and breakdown of shaded cells. */
export interface BishopTerms {
  /** Square of the thickness by mobility and lifetime, V; 0 (none) unless told. */
  d2mutau?: number;
  /** Built-in voltage of all cells in series, V; without bound unless told. */
  NsVbi?: number;
  /** Share of the shunt's current that breaks down; 0 unless told. */
  breakdownFactor?: number;
  /** V, below 0; -5.5 unless told. */
  breakdownVoltage?: number;
  /** 3.28 unless told. */
  breakdownExp?: number;
}

export type Bishop = Required<SingleDiode & BishopTerms>;

export const UNKNOWN_BISHOP: Bishop = {
  ...UNKNOWN_DIODE,
  d2mutau: 0,
  NsVbi: Infinity,
  breakdownFactor: 0,
  breakdownVoltage: -5.5,
  breakdownExp: 3.28,
};
