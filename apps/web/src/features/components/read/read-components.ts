import { readTable } from './component-table.ts';
import type { FoundComponent } from './found-component.ts';
import { LARGEST_FILE } from './largest-file.ts';
import { CEC_INVERTER_COLUMNS, readCecInverter } from './read-cec-inverters.ts';
import { CEC_MODULE_COLUMNS, readCecModule } from './read-cec-modules.ts';
import { readPvsyst } from './read-pvsyst.ts';
import { readTemplateRow } from './read-template.ts';

const MOST_ROWS = 50_000;

/** Why a file has no components. */
export type UnreadFile = 'tooLarge' | 'binary' | 'unknown';

/**
 * The modules and inverters of a file, by its content whatever it is called: a PVsyst file of either, a table of the California Energy
 * Commission, or the own table.
 */
export function readComponents(bytes: Uint8Array): FoundComponent[] | UnreadFile {
  if (bytes.length > LARGEST_FILE || bytes.length === 0) return bytes.length === 0 ? 'unknown' : 'tooLarge';
  if (bytes.subarray(0, 4096).includes(0)) return 'binary';
  const text = textOf(bytes);
  const pvsyst = readPvsyst(text);
  if (pvsyst) return [pvsyst];
  const table = readTable(text);
  if (!table) return 'unknown';
  const has = (columns: readonly string[]) => columns.every((column) => table.columns.includes(column));
  const rows = table.rows.slice(0, MOST_ROWS);
  if (has(CEC_MODULE_COLUMNS)) return rows.filter(hasFigures('v_oc_ref')).map(readCecModule);
  if (has(CEC_INVERTER_COLUMNS)) return rows.filter(hasFigures('paco')).map(readCecInverter);
  return has(['kind', 'manufacturer', 'model']) ? rows.map(readTemplateRow) : 'unknown';
}

/** Below their head such tables have rows of units and of names for a program. */
const hasFigures =
  (column: string) =>
  ({ figure }: { figure: (column: string) => number }) =>
    !Number.isNaN(figure(column));

/** UTF-8, else what Windows wrote in Western Europe. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
