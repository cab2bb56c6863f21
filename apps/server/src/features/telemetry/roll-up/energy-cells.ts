import { ENERGY_SOURCES, FLOWS, GRAINS, type EnergySource, type Flow, type Grain } from '@sunfleet/contract';

/** Length of the finest energy and power buckets. Every zone's days begin on such a border. */
export const BUCKET_MS = 5 * 60_000;

export const floorBucket = (time: number) => Math.floor(time / BUCKET_MS) * BUCKET_MS;
export const ceilBucket = (time: number) => Math.ceil(time / BUCKET_MS) * BUCKET_MS;

/** Energy of one bucket, kWh. */
export interface Cell {
  /** Known to belong to the bucket; NaN where nothing is known of it, not even that it was nothing. */
  kwh: number;
  /** Fell into a gap in communication and was laid over it. */
  spread: number;
  source: EnergySource;
  /** Share of the bucket that measurements cover, 0 to 1; NaN where nothing was expected. */
  completeness: number;
}

/** Cells by the UTC start of their bucket, epoch milliseconds. */
export type Cells = Map<number, Cell>;

export type Subject = 'device' | 'station';

/** One flow of a device or station, with its cells by grain. */
export interface FlowCells {
  id: number;
  flow: Flow;
  cells: ReadonlyMap<Grain, Cells>;
  /** Of the counter it was computed from, so that live figures can go on from there. */
  counter?: BelievedReading;
}

/** The newest reading of a lifetime counter that is believed. */
export interface BelievedReading {
  kwh: number;
  /** When it was read, epoch milliseconds. */
  at: number;
  /** No reading came after it. Otherwise those that did are not believed. */
  isNewest: boolean;
}

/** What two energies that are added were computed from. */
export function joinSources(a: EnergySource, b: EnergySource): EnergySource {
  return a === b ? a : 'mixed';
}

/**
 * Sum of what is known of cells; undefined for none, NaN where nothing is known of any. Completeness is left to the caller,
 * who knows the weights.
 */
export function sumCells(cells: Iterable<Cell>): Cell | undefined {
  let sum: Cell | undefined;
  for (const cell of cells) {
    if (!sum || Number.isNaN(sum.kwh)) sum = { ...cell, completeness: NaN };
    else if (!Number.isNaN(cell.kwh)) {
      sum.kwh += cell.kwh;
      sum.spread += cell.spread;
      sum.source = joinSources(sum.source, cell.source);
    }
  }
  return sum;
}

/** Numbers of the Enum8 columns of table `energy`: the place in the contract's list, from 1. */
export const flowNumber = (flow: Flow) => FLOWS.indexOf(flow) + 1;
export const grainNumber = (grain: Grain) => GRAINS.indexOf(grain) + 1;
export const sourceNumber = (source: EnergySource) => ENERGY_SOURCES.indexOf(source) + 1;
export const flowOf = (number: number): Flow => FLOWS[number - 1] ?? 'pv';
export const grainOf = (number: number): Grain => GRAINS[number - 1] ?? '5m';
export const sourceOf = (number: number): EnergySource => ENERGY_SOURCES[number - 1] ?? 'mixed';
