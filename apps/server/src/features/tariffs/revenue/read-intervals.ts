import type { IntervalEnergies } from '@sunfleet/analysis';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import { eachFlow, FLOWS, type Flow } from './flows.ts';

/** Lengths of the intervals that are priced, minutes. */
export type Step = 60 | 15 | 5;

export interface IntervalQuery {
  ids: readonly number[];
  /** Epoch milliseconds; absent: all there are. */
  start?: number;
  end?: number;
  step: Step;
}

const KNOWN = FLOWS.map(
  (flow) => `if(countIf(flow = '${flow}') = 0, NULL, sumIf(kwh + spread, flow = '${flow}')) AS ${flow}_kwh`,
);

/** Rows of one answer: more of them are some hundred milliseconds in which nobody else has a turn. */
const ROWS_AT_ONCE = 50_000;

/**
 * Energies of stations by interval: stored local hours, or the five minutes below them. A flow is left out where it was never known, and NaN
 * in intervals in which it was not. Many years are read part by part.
 */
export async function readIntervals(
  samples: SamplesDb,
  query: IntervalQuery,
  rowsAtOnce = ROWS_AT_ONCE,
): Promise<ReadonlyMap<number, IntervalEnergies>> {
  const parts = new Map<number, IntervalEnergies[]>();
  for (const span of await spansOf(samples, query, rowsAtOnce))
    for (const [id, part] of await readSpan(samples, { ...query, ...span })) {
      const known = parts.get(id);
      if (known) known.push(part);
      else parts.set(id, [part]);
    }
  return new Map([...parts].map(([id, some]) => [id, joined(some)]));
}

interface Span {
  start: number;
  end: number;
}

/** Parts of the time that is asked for, none of them cut within an interval. */
async function spansOf(
  samples: SamplesDb,
  { ids, start = 0, end = 4_102_444_800_000, step }: IntervalQuery,
  rowsAtOnce: number,
): Promise<Span[]> {
  const stepMs = step * 60_000;
  const lengthMs = Math.max(1, Math.floor(rowsAtOnce / ids.length)) * stepMs;
  if (end - start <= lengthMs) return [{ start, end }];
  const [stored] = await samples.query<{ earliest: number; latest: number }>(
    `SELECT toUnixTimestamp(min(start)) * 1000 AS earliest, toUnixTimestamp(max(start)) * 1000 AS latest
       FROM energy WHERE subject = 'station' AND grain = '${grainOf(step)}' AND id IN {ids:Array(UInt32)} HAVING count() > 0`,
    { ids },
  );
  if (!stored) return [];
  const spans: Span[] = [];
  const until = Math.min(end, stored.latest + 1);
  for (
    let from = Math.max(start, Math.floor(stored.earliest / stepMs) * stepMs);
    from < until;
    from += lengthMs
  )
    spans.push({ start: from, end: Math.min(end, from + lengthMs) });
  return spans;
}

const grainOf = (step: Step) => (step === 60 ? 'hour' : '5m');

async function readSpan(
  samples: SamplesDb,
  { ids, start, end, step }: Pick<IntervalQuery, 'ids' | 'step'> & Span,
): Promise<Map<number, IntervalEnergies>> {
  const seconds = step === 60 ? 60 : step * 60;
  const columns = await samples.columns(
    `SELECT id AS station, intDiv(toUnixTimestamp(start), ${seconds}) * ${seconds} AS at, ${KNOWN.join(', ')}
       FROM energy FINAL
      WHERE subject = 'station' AND grain = '${grainOf(step)}' AND id IN {ids:Array(UInt32)} AND NOT isNaN(kwh)
        AND start >= ${Math.floor(start / 1000)} AND start < ${Math.ceil(end / 1000)}
      GROUP BY station, at ORDER BY station, at`,
    { ids },
  );
  const stations = columns['station'] ?? [];
  const found = new Map<number, IntervalEnergies>();
  for (let from = 0; from < stations.length;) {
    let to = from;
    while (to < stations.length && stations[to] === stations[from]) to += 1;
    found.set(Number(stations[from]), intervalsOf(columns, { from, to, step }));
    from = to;
  }
  return found;
}

/** One after the other. */
function joined(parts: readonly IntervalEnergies[]): IntervalEnergies {
  const [first] = parts;
  if (parts.length === 1) return first!;
  const length = parts.reduce((sum, { starts }) => sum + starts.length, 0);
  const join = (of: (part: IntervalEnergies) => Float64Array | undefined): Float64Array => {
    const all = new Float64Array(length).fill(Number.NaN);
    let at = 0;
    for (const part of parts) {
      all.set(of(part) ?? [], at);
      at += part.starts.length;
    }
    return all;
  };
  const flow = (name: Flow) => (parts.some((part) => part[name]) ? join((part) => part[name]) : undefined);
  return {
    starts: join(({ starts }) => starts),
    lengthMs: first!.lengthMs,
    ...eachFlow(flow),
  };
}

type Columns = Awaited<ReturnType<SamplesDb['columns']>>;

function intervalsOf(
  columns: Columns,
  { from, to, step }: { from: number; to: number; step: Step },
): IntervalEnergies {
  const flow = (name: Flow): Float64Array | undefined => {
    const values = columns[`${name}_kwh`]!.slice(from, to);
    return values.some((kWh) => kWh !== null)
      ? Float64Array.from(values, (kWh) => (kWh === null ? Number.NaN : Number(kWh)))
      : undefined;
  };
  return {
    starts: Float64Array.from(columns['at']!.slice(from, to), (at) => Number(at) * 1000),
    lengthMs: step * 60_000,
    ...eachFlow(flow),
  };
}
