import type { Flow, StationCounter } from '@sunfleet/contract';
import type { FleetDevice } from '../../fleet/index.ts';
import { joinSources, sumCells, type Cell } from './energy-cells.ts';

/** Parts a device can play in the balance of its station. */
export type Part = 'generationMeter' | 'gridMeter' | 'loadMeter' | 'producer' | 'battery';

export function partOf(device: Pick<FleetDevice, 'kind' | 'meterRole'>): Part | undefined {
  if (device.kind === 'meter') {
    return ({ generation: 'generationMeter', grid: 'gridMeter', load: 'loadMeter' } as const)[
      device.meterRole ?? 'grid'
    ];
  }
  if (device.kind === 'battery') return 'battery';
  return device.kind === 'weather' || device.kind === 'logger' ? undefined : 'producer';
}

/** Who may speak for a flow of a station, best first: a meter beats what inverters say of themselves. */
const SPEAKERS: Readonly<Record<Flow, readonly Part[]>> = {
  pv: ['generationMeter', 'producer'],
  import: ['gridMeter', 'producer'],
  export: ['gridMeter', 'producer'],
  charge: ['producer', 'battery'],
  discharge: ['producer', 'battery'],
  load: ['loadMeter', 'producer'],
};

/** Who speaks for the production by a choice: where that one is silent nobody else does. At the grid what is fed in counts. */
const CHOSEN: Readonly<Record<Exclude<StationCounter, 'automatic'>, { part: Part; flow: Flow }>> = {
  lifetimeCounter: { part: 'producer', flow: 'pv' },
  dayCounter: { part: 'producer', flow: 'pv' },
  generationMeter: { part: 'generationMeter', flow: 'pv' },
  gridMeter: { part: 'gridMeter', flow: 'export' },
};

function speakersOf(flow: Flow, counter: StationCounter): readonly { part: Part; flow: Flow }[] {
  if (flow === 'pv' && counter !== 'automatic') return [CHOSEN[counter]];
  return SPEAKERS[flow].map((part) => ({ part, flow }));
}

/** Cells of one bucket: the device's part, the flow, its energy. */
export interface DeviceCell {
  part: Part;
  flow: Flow;
  cell: Cell;
}

/**
 * Energies of a station in one bucket from those of its devices. The load, where nothing measures it, is what is left of
 * production, grid and battery; without production or grid it stays unknown.
 */
export function stationCells(
  devices: readonly DeviceCell[],
  counter: StationCounter = 'automatic',
): Map<Flow, Cell> {
  const cells = new Map<Flow, Cell>();
  for (const flow of Object.keys(SPEAKERS) as Flow[]) {
    for (const speaker of speakersOf(flow, counter)) {
      const speaking = devices
        .filter((one) => one.flow === speaker.flow && one.part === speaker.part)
        .map((one) => one.cell);
      const sum = sumCells(speaking);
      if (!sum) continue;
      const completeness = speaking.reduce((all, cell) => all + cell.completeness, 0) / speaking.length;
      cells.set(flow, { ...sum, completeness });
      break;
    }
  }
  const load = cells.has('load') ? undefined : derivedLoad(cells);
  if (load) cells.set('load', load);
  return cells;
}

function derivedLoad(cells: ReadonlyMap<Flow, Cell>): Cell | undefined {
  const parts = ['pv', 'import', 'export', 'charge', 'discharge'] as const;
  if (!cells.has('pv') || !cells.has('import') || !cells.has('export')) return undefined;
  const load: Cell = { kwh: 0, spread: 0, source: cells.get('pv')!.source, completeness: 1 };
  for (const flow of parts) {
    const cell = cells.get(flow);
    if (!cell) continue;
    const sign = flow === 'export' || flow === 'charge' ? -1 : 1;
    load.kwh += sign * cell.kwh;
    load.spread += sign * cell.spread;
    load.source = joinSources(load.source, cell.source);
    load.completeness = Math.min(load.completeness, cell.completeness);
  }
  // Counters that step at different moments can leave a little less than nothing in one bucket; the day evens it out.
  return load;
}
