import { dayRange, type CountedBy } from '@sunfleet/analysis';
import type { StationCounter } from '@sunfleet/contract';
import type { FleetStation } from '../../fleet/index.ts';

/** Which counter holds from one time to another, epoch milliseconds, half open. */
export interface CounterSpan {
  counter: StationCounter;
  start: number;
  end: number;
}

export const AUTOMATIC: readonly CounterSpan[] = [{ counter: 'automatic', start: -Infinity, end: Infinity }];

type Chosen = Pick<FleetStation, 'counters' | 'timeZone'>;

/** Which counter the production of a station goes by, in the order of time, without a gap. */
export function counterSpans(station: Chosen | undefined): readonly CounterSpan[] {
  const chosen = station?.counters ?? [];
  if (!station || chosen.length === 0) return AUTOMATIC;
  const starts = chosen.map(({ from }) =>
    from === null ? -Infinity : dayRange(from, station.timeZone).start,
  );
  const spans = chosen.map(({ counter }, place) => ({
    counter,
    start: starts[place]!,
    end: starts[place + 1] ?? Infinity,
  }));
  const first = starts[0]!;
  return first === -Infinity ? spans : [{ counter: 'automatic', start: -Infinity, end: first }, ...spans];
}

/** Which of them holds at a time. */
export const counterAt = (spans: readonly CounterSpan[], time: number): StationCounter =>
  spans.findLast(({ start }) => start <= time)!.counter;

/** Counters of an inverter in the order of a choice; undefined: the usual one. Where an inverter has none of the chosen kind, its next best counts. */
export const orderOf = (counter: StationCounter): readonly CountedBy[] | undefined =>
  counter === 'dayCounter' ? DAY_FIRST : undefined;

const DAY_FIRST: readonly CountedBy[] = ['dayCounter', 'lifetimeCounter', 'powerIntegral'];
