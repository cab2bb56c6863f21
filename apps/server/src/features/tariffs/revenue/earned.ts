import {
  revenueDaySteps,
  revenueSteps,
  settleByGridType,
  type IntervalEnergies,
  type RevenueDays,
  type RevenueResult,
  type TimeRange,
} from '@sunfleet/analysis';
import { inTurns } from '../../../platform/in-turns.ts';
import { eachFlow, FLOWS } from './flows.ts';
import type { PricedStation } from './priced-station.ts';

/** A flow without a word for so long is one that nobody measures any more. */
export const LOOK_BACK_MS = 2 * 86_400_000;

/**
 * What a station earned in a range of its local days, out of energies that begin `LOOK_BACK_MS` earlier. Others have their turn in between: who has
 * imported twenty years would keep everybody waiting for seconds.
 */
export async function earned(
  history: IntervalEnergies,
  range: TimeRange,
  station: PricedStation,
): Promise<RevenueResult> {
  const { intervals, question } = askedOf(history, range, station);
  return inTurns(revenueSteps(intervals, question));
}

/** The same by local day, in minor units by currency. */
export async function earnedByDay(
  history: IntervalEnergies,
  range: TimeRange,
  station: PricedStation,
): Promise<RevenueDays> {
  const { intervals, question } = askedOf(history, range, station);
  return inTurns(revenueDaySteps(intervals, question));
}

/** What is asked of a range, with flows that nobody measures any more left out. */
export function askedOf(history: IntervalEnergies, range: TimeRange, station: PricedStation) {
  const before = slice(history, { start: range.start - LOOK_BACK_MS, end: range.end });
  const within = slice(history, range);
  const measured = { ...within };
  // An empty series is one of a flow that is measured and has said nothing yet.
  for (const flow of FLOWS) if (!isKnown(before[flow])) measured[flow] = undefined;
  const { intervals, without } = settleByGridType(measured, station.gridType);
  return { intervals, question: { terms: station.terms, zone: station.timeZone, range, without } };
}

const isKnown = (flow: Float64Array | undefined) => flow?.some((kWh) => !Number.isNaN(kWh)) ?? false;

function slice(history: IntervalEnergies, { start, end }: TimeRange): IntervalEnergies {
  const from = firstAt(history.starts, start);
  const to = firstAt(history.starts, end);
  return {
    starts: history.starts.subarray(from, to),
    lengthMs: history.lengthMs,
    ...eachFlow((flow) => history[flow]?.subarray(from, to)),
  };
}

/** Place of the first interval that begins at a time or later. */
function firstAt(starts: Float64Array, time: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}
