import { pointsOf } from '../flow-power.ts';
import { flowSourcesOf, type FlowSource } from '../flow-sources.ts';
import type { Flow } from '@sunfleet/contract';
import { DirtyRanges, type TouchedRange } from '../dirty-ranges.ts';
import type { RollUpRun } from '../device-energies.ts';
import { readNearest } from '../sample-series.ts';

/** Energies of a device that removed samples had a part in. */
export interface EnergySpan extends TouchedRange {
  flows: readonly Flow[];
}

/** How far a silence is followed to the sample before or after it. */
const SEARCH_MS = 400 * 86_400_000;

const pointsOfSource = ({ counters, daily, power }: FlowSource): number[] => [
  ...counters,
  ...(daily === null ? [] : [daily]),
  ...(power ? pointsOf(power) : []),
];

/**
 * How far energies reach that removed samples had a part in: from the sample before to the one after, because what fell between two samples is
 * laid over the time between them. Call it when the samples are gone. `points`: what was removed of each device.
 */
export async function energySpans(
  run: RollUpRun,
  ranges: readonly TouchedRange[],
  points: ReadonlyMap<number, ReadonlySet<number>>,
): Promise<EnergySpan[]> {
  const spans = new DirtyRanges();
  const flows = new Map<number, Flow[]>();
  for (const range of ranges) {
    const device = run.fleet.device(range.device);
    const removed = points.get(range.device);
    if (!device || !removed) continue;
    const sources = flowSourcesOf(device).filter((source) =>
      pointsOfSource(source).some((point) => removed.has(point)),
    );
    if (sources.length === 0) continue;
    flows.set(
      range.device,
      sources.map(({ flow }) => flow),
    );
    const { from, to } = await reachOf(run, range, sources);
    spans.add(range.device, from, to);
  }
  return spans.take().map((span) => ({ ...span, flows: flows.get(span.device)! }));
}

async function reachOf(run: RollUpRun, { device, from, to }: TouchedRange, sources: readonly FlowSource[]) {
  const request = { devices: [device], points: [...new Set(sources.flatMap(pointsOfSource))] };
  const [before, after] = await Promise.all([
    readNearest(run.db, 'last', { ...request, from: from - SEARCH_MS, to: from - 1 }),
    readNearest(run.db, 'first', { ...request, from: to + 1, to: to + SEARCH_MS }),
  ]);
  const last = [...(before.get(device)?.values() ?? [])].map(({ times }) => times[times.length - 1]!);
  const first = [...(after.get(device)?.values() ?? [])].map(({ times }) => times[0]!);
  return { from: Math.min(from, ...last), to: Math.max(to, ...first) };
}
