import type { SamplesDb } from '../../../../platform/clickhouse/samples-db.ts';
import type { FlowCells, Subject } from '../energy-cells.ts';
import { readCells, writeCells } from '../energy-store.ts';
import { levelsOf, parentSpan, sumLevel, type Daylight, type TreeLevel } from '../energy-tree.ts';
import type { BetweenSteps } from '../between-steps.ts';
import type { CellRange } from './drop-roll-ups.ts';

const PIECE_MS = 62 * 86_400_000;

export interface SummedRange extends CellRange {
  daylight: Daylight;
}

/**
 * Sums hours, days, months and years of a device or station again from the stored cells below them. A sum of which no part is left must have
 * been dropped before.
 */
export async function sumAgain(
  db: SamplesDb,
  subject: Subject,
  { range, between }: { range: SummedRange; between: BetweenSteps },
): Promise<void> {
  for (const level of levelsOf(range)) {
    for (const piece of piecesOf(range, level)) {
      await between.pause();
      const span = parentSpan(level.parent, piece, range.zone);
      const stored = await readCells(db, subject, { ids: [range.id], spans: { [level.grain]: span } });
      const flows = range.flows.map((flow): FlowCells => {
        const cells = stored.get(range.id)?.get(flow)?.get(level.grain) ?? new Map();
        return { id: range.id, flow, cells: new Map([[level.parent, sumLevel(cells, level)]]) };
      });
      await writeCells(db, subject, { flows, version: await between.nextVersion() });
    }
  }
}

/** Five-minute cells of years are read in pieces. */
function* piecesOf({ from, to }: CellRange, { grain }: TreeLevel): Generator<{ from: number; to: number }> {
  const length = grain === '5m' ? PIECE_MS : Infinity;
  for (let start = from; start <= to; start += length) {
    yield { from: start, to: Math.min(to, start + length) };
  }
}
