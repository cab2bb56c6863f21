import type { Flow, Grain } from '@sunfleet/contract';
import { columnBytes, type NativeBlock } from '../../../platform/clickhouse/native-block.ts';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import {
  flowNumber,
  flowOf,
  grainNumber,
  grainOf,
  sourceNumber,
  sourceOf,
  type Cells,
  type FlowCells,
  type Subject,
} from './energy-cells.ts';

/** Half-open span of bucket starts, epoch milliseconds, by grain. */
export type Spans = Partial<Record<Grain, { start: number; end: number }>>;

interface CellRow {
  id: number;
  flow: number;
  grain: number;
  starts: number[];
  kwh: (number | null)[];
  spread: number[];
  source: number[];
  completeness: (number | null)[];
}

/** Stored cells of devices or stations: id, then flow, then grain. */
export type StoredCells = ReadonlyMap<number, ReadonlyMap<Flow, ReadonlyMap<Grain, Cells>>>;

/** A few are read fastest by one thread: to begin others takes longer than all of the reading, above all where years lie in hundreds of parts. */
const FEW = 16;

/** Reads the cells of the named devices or stations whose start lies in the span of their grain, or in one of several. */
export async function readCells(
  db: SamplesDb,
  subject: Subject,
  request: { ids: readonly number[]; spans: Spans | readonly Spans[] },
): Promise<StoredCells> {
  const spans = [request.spans].flat().flatMap((one: Spans) => Object.entries(one));
  if (request.ids.length === 0 || spans.length === 0) return new Map();
  const conditions = spans.map(
    ([grain, span]) =>
      `(e.grain = '${grain}' AND start >= ${Math.floor(span.start / 1000)} AND start < ${Math.ceil(span.end / 1000)}${grain === 'year' ? ` AND ${inTurnsOfYears(span)}` : ''})`,
  );
  const rows = await db.query<CellRow>(
    `SELECT id, toUInt8(e.flow) AS flow, toUInt8(e.grain) AS grain,
       groupArray(toUnixTimestamp(start)) AS starts, groupArray(e.kwh) AS kwh, groupArray(e.spread) AS spread,
       groupArray(toUInt8(e.source)) AS source,
       groupArray(if(isNaN(e.completeness), -1, e.completeness)) AS completeness
     FROM energy AS e FINAL
     WHERE subject = '${subject}' AND id IN {ids:Array(UInt32)} AND (${conditions.join(' OR ')})
     GROUP BY id, flow, grain${request.ids.length > FEW ? '' : ' SETTINGS max_threads = 1'}`,
    { ids: request.ids },
  );
  return gather(rows);
}

/** Years begin in December or January of UTC, wherever they do: the other months, a part of the table each, are not opened. */
function inTurnsOfYears(span: { start: number; end: number }): string {
  const yearOf = (time: number) => new Date(time).getUTCFullYear();
  const months: string[] = [];
  for (let year = yearOf(span.start); year <= yearOf(span.end); year += 1)
    months.push(`${year}01`, `${year}12`);
  return `toYYYYMM(start) IN (${months.join(', ')})`;
}

function gather(rows: readonly CellRow[]): StoredCells {
  const found = new Map<number, Map<Flow, Map<Grain, Cells>>>();
  for (const row of rows) {
    const flows = found.get(row.id) ?? new Map<Flow, Map<Grain, Cells>>();
    found.set(row.id, flows);
    const grains = flows.get(flowOf(row.flow)) ?? new Map<Grain, Cells>();
    flows.set(flowOf(row.flow), grains);
    const cells: Cells = new Map();
    for (const [i, start] of row.starts.entries()) {
      const completeness = row.completeness[i] ?? -1;
      cells.set(start * 1000, {
        // JSON has no NaN.
        kwh: row.kwh[i] ?? NaN,
        spread: row.spread[i] ?? 0,
        source: sourceOf(row.source[i] ?? 0),
        completeness: completeness < 0 ? NaN : completeness,
      });
    }
    grains.set(grainOf(row.grain), cells);
  }
  return found;
}

/** Writes cells; those of the same bucket written before are replaced. `version` grows from run to run. */
export async function writeCells(
  db: SamplesDb,
  subject: Subject,
  written: { flows: readonly FlowCells[]; version: number },
): Promise<void> {
  let rows = 0;
  for (const one of written.flows) for (const cells of one.cells.values()) rows += cells.size;
  if (rows > 0) await db.insertNative('energy', blockOf(subject, written, rows));
}

function blockOf(
  subject: Subject,
  written: { flows: readonly FlowCells[]; version: number },
  rows: number,
): NativeBlock {
  const grain = new Int8Array(rows);
  const id = new Uint32Array(rows);
  const flow = new Int8Array(rows);
  const start = new Uint32Array(rows);
  const kwh = new Float64Array(rows);
  const spread = new Float64Array(rows);
  const source = new Int8Array(rows);
  const completeness = new Float32Array(rows);
  let row = 0;
  for (const one of written.flows) {
    for (const [name, cells] of one.cells) {
      for (const [at, cell] of cells) {
        grain[row] = grainNumber(name);
        id[row] = one.id;
        flow[row] = flowNumber(one.flow);
        start[row] = at / 1000;
        kwh[row] = cell.kwh;
        spread[row] = cell.spread;
        source[row] = sourceNumber(cell.source);
        completeness[row] = cell.completeness;
        row += 1;
      }
    }
  }
  const column = (name: string, type: string, array: Parameters<typeof columnBytes>[0]) => ({
    name,
    type,
    bytes: columnBytes(array, rows),
  });
  return {
    rows,
    columns: [
      column('subject', 'Int8', new Int8Array(rows).fill(subject === 'device' ? 1 : 2)),
      column('grain', 'Int8', grain),
      column('id', 'UInt32', id),
      column('flow', 'Int8', flow),
      column('start', "DateTime('UTC')", start),
      column('kwh', 'Float64', kwh),
      column('spread', 'Float64', spread),
      column('source', 'Int8', source),
      column('completeness', 'Float32', completeness),
      column('version', 'UInt64', new BigUint64Array(rows).fill(BigInt(written.version))),
    ],
  };
}
