import { median } from '../stats/quantile.ts';

/** Fewer strings cannot tell which of them is wrong. */
const LEAST_STRINGS = 3;
/** A, and share of the brightest moment of the day: in less light currents say little. */
const LEAST_CURRENT = 0.3;
const BRIGHT = 0.2;
/** Strings are siblings where so many of them lie so near to their median; roofs that look elsewhere are none. */
const NEAR = 0.1;
const AGREE = 0.6;
/** A string is weak where it lacks so much in most of the bright moments of a day, of which some are needed. */
const WEAK = 0.05;
const MOSTLY = 0.6;
const LEAST_MOMENTS = 12;
/** A string is open where next to nothing flows for half an hour; even deep shade leaves more. */
const OPEN = 0.1;
const LEAST_RUN = 6;

/**
 * Share of what each of some siblings should give that it lacks in each step of a day, 0 to 1: of strings that are weak on most of the day against the median of their
 * siblings, and of those that are open for half an hour. `currents`: A of a string, means of five minutes, NaN where unknown. Strings that are not used must be left out. Where strings do not agree among
 * themselves nothing is told. `mppts`: inputs that gather strings, of which some may gather fewer than others: then none is called weak. Undefined of too few siblings.
 * In steps, between which a caller lets others have their turn: a day of thousands of strings takes half a second.
 */
export function* stringShortfallSteps(
  currents: readonly Float64Array[],
  kind: 'strings' | 'mppts' = 'strings',
): Generator<undefined, Float64Array[] | undefined, undefined> {
  const length = currents[0]?.length ?? 0;
  if (currents.length < LEAST_STRINGS) return undefined;
  const middles = new Float64Array(length);
  for (let row = 0; row < length; row += 1) {
    middles[row] = median(currents.map((of) => of[row]!));
    yield;
  }
  const least = Math.max(LEAST_CURRENT, BRIGHT * middles.reduce((most, one) => (one > most ? one : most), 0));
  const judged = new Float64Array(length);
  for (const [row, middle] of middles.entries()) {
    judged[row] = Number(middle >= least && areSiblings(currents, row, middle));
    yield;
  }
  const shortfalls: Float64Array[] = [];
  for (const of of currents) {
    const counted = countedRows(of, { middles, judged, kind });
    shortfalls.push(
      counted.map((is, row) => (is === 1 ? Math.max(0, middles[row]! - of[row]!) / middles[row]! : 0)),
    );
    yield;
  }
  return shortfalls;
}

function areSiblings(currents: readonly Float64Array[], row: number, middle: number): boolean {
  let [known, near] = [0, 0];
  for (const of of currents) {
    if (Number.isNaN(of[row]!)) continue;
    known += 1;
    if (Math.abs(of[row]! - middle) <= NEAR * middle) near += 1;
  }
  return known >= LEAST_STRINGS && near >= AGREE * known;
}

interface Siblings {
  kind: 'strings' | 'mppts';
  middles: Float64Array;
  judged: Float64Array;
}

/** The rows in which what a string lacks counts. */
function countedRows(of: Float64Array, { middles, judged, kind }: Siblings): Float64Array {
  const counted = new Float64Array(of.length);
  let [moments, weak, run] = [0, 0, 0];
  for (const [row, current] of of.entries()) {
    if (judged[row] === 0 || Number.isNaN(current)) continue;
    moments += 1;
    if (current <= (1 - WEAK) * middles[row]!) weak += 1;
    run = current < OPEN * middles[row]! ? run + 1 : 0;
    if (run >= LEAST_RUN) markOpen(counted, row, { of, middles });
  }
  const isWeak = kind === 'strings' && moments >= LEAST_MOMENTS && weak >= MOSTLY * moments;
  if (isWeak)
    for (const [row, is] of judged.entries()) if (is === 1 && !Number.isNaN(of[row]!)) counted[row] = 1;
  return counted;
}

/** Marks a row and those before it in which the string was open as well. */
function markOpen(
  counted: Float64Array,
  last: number,
  { of, middles }: { of: Float64Array; middles: Float64Array },
): void {
  for (let row = last; row >= 0 && counted[row] === 0 && of[row]! < OPEN * middles[row]!; row -= 1)
    counted[row] = 1;
}
