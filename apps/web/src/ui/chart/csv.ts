import { csvQuoted, harmlessText } from '@sunfleet/contract';

export type Cell = string | number | null;

/** The numbers behind a chart: shown as a table, read by screen readers, saved as CSV. */
export interface ChartTable {
  /** Heads with units: `PV (kW)`. The first column names the row: a time, a day, a device. */
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
}

/** A number as people write it, with a unit or without. */
const NUMBER = /^[+-]?\d[\d.,’\u00A0\u202F]*(?: [\p{L}°%/²³]{1,6})?$/u;

const harmless = (cell: string): string => (NUMBER.test(cell) ? cell : harmlessText(cell));

/** CSV (RFC 4180) of a chart's table. Numbers keep the point; what is not known stays empty. */
export function csvOf({ columns, rows }: ChartTable): string {
  const line = (cells: readonly Cell[]) =>
    cells
      .map((cell) => {
        if (cell === null) return '';
        return typeof cell === 'number' ? String(cell) : csvQuoted(harmless(cell));
      })
      .join(',');
  return [columns, ...rows].map(line).join('\r\n') + '\r\n';
}
