import type { PointSeries } from '@sunfleet/contract';
import type { ChartTable } from '../../../ui/chart/chart-table.ts';
import { axisOf } from './chosen-points.ts';

/** A series with its name and the texts of its values. */
export interface Curve extends PointSeries {
  name: string;
  /** `4.2 kW`, `Running`. */
  label: (value: number | null) => string;
}

/** Curves that share an axis, in the order in which their axes come up. */
export function panelsOf(curves: readonly Curve[]): readonly (readonly Curve[])[] {
  const axes = [...new Set(curves.map(axisOf))];
  return axes.map((axis) => curves.filter((curve) => axisOf(curve) === axis));
}

/** Lowest and highest of each bucket; only where one curve is drawn, for several would hide each other. */
export function bandOf(curves: readonly Curve[]): Required<Pick<PointSeries, 'min' | 'max'>> | undefined {
  const [curve, ...others] = curves;
  return curve?.min && curve.max && others.length === 0 ? { min: curve.min, max: curve.max } : undefined;
}

interface TableWords {
  time: string;
  timeOf: (time: number) => string;
  min: string;
  max: string;
}

/** The curves as rows of one table: every time of any of them, and what each had then. */
export function tableOf(curves: readonly Curve[], words: TableWords): ChartTable {
  const band = bandOf(curves);
  const columns = curves.map(({ name, unit }) => (unit ? `${name} (${unit})` : name));
  const cells = curves.map(({ key, times, values, label }) => {
    const known = new Map(times.map((time, index) => [time, values[index] ?? null]));
    return (time: number) => {
      const value = known.get(time) ?? null;
      return key === 'state' && value !== null ? label(value) : value;
    };
  });
  const times = [...new Set(curves.flatMap((curve) => curve.times))].toSorted((a, b) => a - b);
  return {
    columns: [words.time, ...columns, ...(band ? [words.min, words.max] : [])],
    rows: times.map((time, row) => [
      words.timeOf(time),
      ...cells.map((cell) => cell(time)),
      ...(band ? [band.min[row] ?? null, band.max[row] ?? null] : []),
    ]),
  };
}
