import { FLOWS, type Flow } from '@sunfleet/contract';
import { createBreath } from '../../../platform/breath.ts';
import type { FleetStation } from '../../fleet/index.ts';
import { BUCKET_MS, type Cells, type FlowCells } from './energy-cells.ts';
import { readCells, type StoredCells } from './energy-store.ts';
import { growTree } from './energy-tree.ts';
import type { RollUpRun } from './device-energies.ts';
import { partOf, stationCells, type DeviceCell } from './station-flows.ts';
import { counterAt, counterSpans } from './station-counters.ts';
import { parentSpans, spanOf } from './tree-spans.ts';

/** Buckets of a station that have to be summed again: starts of the first and the last one. */
export interface StationSpan {
  station: number;
  from: number;
  to: number;
}

/**
 * Sums stored five-minute energies of devices to their stations, and from there to hours, days, months and years. What a device measured for its
 * former owner is none of its new station's, as long as it waits to be deleted.
 */
export async function stationEnergies(run: RollUpRun, spans: readonly StationSpan[]): Promise<FlowCells[]> {
  const known = spans.filter((span) => run.fleet.station(span.station));
  if (known.length === 0) return [];
  const ids = known.flatMap((span) => run.fleet.devicesOf(span.station).map((device) => device.id));
  const start = Math.min(...known.map((span) => span.from));
  const end = Math.max(...known.map((span) => span.to)) + BUCKET_MS;
  const devices = await readCells(run.db, 'device', { ids, spans: { '5m': { start, end } } });
  const fresh: FreshFlow[] = [];
  for (const span of known) fresh.push(...(await freshFlows(run, span, devices)));
  return addTree(run, fresh);
}

interface FreshFlow {
  station: FleetStation;
  flow: Flow;
  cells: Cells;
}

async function freshFlows(run: RollUpRun, span: StationSpan, stored: StoredCells): Promise<FreshFlow[]> {
  const station = run.fleet.station(span.station)!;
  const buckets = new Map<number, DeviceCell[]>();
  const breath = createBreath();
  for (const device of run.fleet.devicesOf(span.station)) {
    await breath();
    const part = partOf(device);
    if (!part) continue;
    const from = Math.max(span.from, device.measuredSince ?? span.from);
    for (const [flow, grains] of stored.get(device.id) ?? []) {
      for (const [start, cell] of grains.get('5m') ?? []) {
        if (start < from || start > span.to) continue;
        const here = buckets.get(start);
        if (here) here.push({ part, flow, cell });
        else buckets.set(start, [{ part, flow, cell }]);
      }
    }
  }
  const flows = new Map<Flow, Cells>(FLOWS.map((flow) => [flow, new Map()]));
  const counters = counterSpans(station);
  for (const start of [...buckets.keys()].toSorted((a, b) => a - b)) {
    await breath();
    const cells = stationCells(buckets.get(start) ?? [], counterAt(counters, start));
    for (const [flow, cell] of cells) flows.get(flow)?.set(start, cell);
  }
  return [...flows].filter(([, cells]) => cells.size > 0).map(([flow, cells]) => ({ station, flow, cells }));
}

async function addTree(run: RollUpRun, fresh: readonly FreshFlow[]): Promise<FlowCells[]> {
  const spans = parentSpans(fresh.map((one) => ({ ...spanOf(one.cells), zone: one.station.timeZone })));
  const ids = [...new Set(fresh.map((one) => one.station.id))];
  const stored = await readCells(run.db, 'station', { ids, spans });
  return fresh.map(({ station, flow, cells }) => ({
    id: station.id,
    flow,
    cells: growTree({
      fresh: cells,
      stored: stored.get(station.id)?.get(flow) ?? new Map(),
      zone: station.timeZone,
      daylight: run.sunlight(station).between,
    }),
  }));
}
