import type { Tone } from './tones.ts';

/** Null: not known. A gap is a gap. */
export type Values = readonly (number | null)[];

/** One thing drawn over time: by its colour, in its unit, with its name. */
export interface Curve {
  name: string;
  tone: Tone;
  /** `W`, `kWh`, `%`, `V`; empty for what has none. */
  unit: string;
  /** Digits behind the point; left out: as many as tell something. */
  digits?: number;
  /** `stack`: an area upon those before it in its panel, `below` one under them. `band`: from `low` to `values`. */
  draw: 'line' | 'area' | 'step' | 'stack' | 'below' | 'band';
  times: readonly number[];
  values: Values;
  /** Lower edge of a band; or least and greatest value behind each value of a line. */
  low?: Values;
  high?: Values;
  dashed?: boolean;
  /** Words for a value that is no figure: a run mode. */
  text?: (value: number) => string;
}

/** A strip with one vertical axis; panels stand one below the other over the same stretch of time. */
export interface Panel {
  curves: readonly Curve[];
  /** px */
  height: number;
  /** The axis needs no zero, because the figures are far from it: voltages. */
  free?: boolean;
  /** Fixed ends of the axis: 0 to 100 %. */
  ends?: readonly [min: number, max: number];
  /** Only whole values have a mark: states. */
  whole?: boolean;
}

export interface TimeDrawing {
  panels: readonly Panel[];
  from: number;
  to: number;
  zone: string;
  /** Stands below the axis and over the times of the table: whose clock it is. */
  axis?: string;
  /** Of no day: `from` is midnight, and the zone is UTC. */
  dayless?: boolean;
  nights?: readonly (readonly [from: number, to: number])[];
  /** Whole range below the chart, from which a stretch is chosen. */
  brush?: boolean;
}

/** Energies of one flow, bucket by bucket. */
export interface Bars {
  name: string;
  tone: Tone;
  unit: string;
  values: Values;
  /** Drawn below zero: what leaves the house or goes into the battery. */
  below?: boolean;
  stack?: string;
}

export interface BarDrawing {
  /** Name of the first column of the table: day, month, period. */
  period: string;
  /** Stands below the axis: whose days they are. */
  axis?: string;
  buckets: readonly {
    /** As the server names it, `2026-11-18`; written into files. */
    start: string;
    /** Under the axis, as short as it can be. */
    label: string;
    /** In full. */
    name: string;
  }[];
  bars: readonly Bars[];
  /** What people noted: a mark above each bucket that has a note, and its words where the bucket is told. */
  notes?: { name: string; tone: Tone; texts: ReadonlyMap<string, readonly string[]> };
  /** Columns of the table and of the file that are not drawn: what the bars are made of. */
  listed?: readonly Pick<Bars, 'name' | 'unit' | 'values'>[];
}
