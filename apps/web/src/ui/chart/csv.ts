export type Cell = string | number | null;

/** The numbers behind a chart: shown as a table, read by screen readers, saved as CSV. */
export interface ChartTable {
  /** Heads with units: `PV (kW)`. The first column names the row: a time, a day, a device. */
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
}

const quote = (cell: string): string => (/[",\n\r;]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** A number as people write it, with a unit or without. */
const NUMBER = /^[+-]?\d[\d.,’\u00A0\u202F]*(?: [\p{L}°%/²³]{1,6})?$/u;

const BEGINS = /^[=+\-@\t\r\n＝＋－＠]/u;
/** Spreadsheets of many countries end a cell at a semicolon, also inside of quotation marks that do not begin the line. */
const BEGINS_INSIDE = /([;\t\r\n] *)(?=[=+\-@\t\r\n＝＋－＠])/gu;

// A spreadsheet runs what begins like a formula, `-1+cmd|...` too, in ordinary and in wide signs. A leading apostrophe keeps it a text.
const harmless = (cell: string): string => {
  if (NUMBER.test(cell)) return cell;
  const inside = cell.replaceAll(BEGINS_INSIDE, "$1'");
  return BEGINS.test(inside) ? `'${inside}` : inside;
};

/** CSV (RFC 4180) of a chart's table. Numbers keep the point; what is not known stays empty. */
export function csvOf({ columns, rows }: ChartTable): string {
  const line = (cells: readonly Cell[]) =>
    cells
      .map((cell) => {
        if (cell === null) return '';
        return typeof cell === 'number' ? String(cell) : quote(harmless(cell));
      })
      .join(',');
  return [columns, ...rows].map(line).join('\r\n') + '\r\n';
}
