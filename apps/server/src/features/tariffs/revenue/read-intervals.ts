import type { IntervalEnergies } from '@sunfleet/analysis';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';

/** Lengths of the intervals that are priced, minutes. */
export type Step = 60 | 15 | 5;

export interface IntervalQuery {
  ids: readonly number[];
  /** Epoch milliseconds; absent: all there are. */
  start?: number;
  end?: number;
  step: Step;
}

const FLOWS = ['pv', 'export', 'import', 'charge', 'discharge'] as const;
const KNOWN = FLOWS.map(
  (flow) => `if(countIf(flow = '${flow}') = 0, NULL, sumIf(kwh + spread, flow = '${flow}')) AS ${flow}_kwh`,
);

/**
 * Energies of stations by interval: stored local hours, or the five minutes below them. A flow is left out where it was never known, and NaN
 * in intervals in which it was not.
 */
export async function readIntervals(
  samples: SamplesDb,
  { ids, start = 0, end = 4_102_444_800_000, step }: IntervalQuery,
): Promise<ReadonlyMap<number, IntervalEnergies>> {
  const seconds = step === 60 ? 60 : step * 60;
  const columns = await samples.columns(
    `SELECT id AS station, intDiv(toUnixTimestamp(start), ${seconds}) * ${seconds} AS at, ${KNOWN.join(', ')}
       FROM energy FINAL
      WHERE subject = 'station' AND grain = '${step === 60 ? 'hour' : '5m'}' AND id IN {ids:Array(UInt32)} AND NOT isNaN(kwh)
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

type Columns = Awaited<ReturnType<SamplesDb['columns']>>;

function intervalsOf(
  columns: Columns,
  { from, to, step }: { from: number; to: number; step: Step },
): IntervalEnergies {
  const flow = (name: (typeof FLOWS)[number]): Float64Array | undefined => {
    const values = columns[`${name}_kwh`]!.slice(from, to);
    return values.some((kWh) => kWh !== null)
      ? Float64Array.from(values, (kWh) => (kWh === null ? Number.NaN : Number(kWh)))
      : undefined;
  };
  return {
    starts: Float64Array.from(columns['at']!.slice(from, to), (at) => Number(at) * 1000),
    lengthMs: step * 60_000,
    pv: flow('pv'),
    export: flow('export'),
    import: flow('import'),
    charge: flow('charge'),
    discharge: flow('discharge'),
  };
}
