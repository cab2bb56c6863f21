import type { EnergyBucket, Flow } from '@sunfleet/contract';
import type { SamplesDb } from '../../../platform/clickhouse/samples-db.ts';
import type { Cell } from '../roll-up/energy-cells.ts';
import { readCells } from '../roll-up/energy-store.ts';
import { energiesOf, labelOf } from './energy-history.ts';

const DAY_MS = 86_400_000;

/** Energies of a station for each local day there are any of, oldest first; kWh by flow. */
export async function stationDays(
  db: SamplesDb,
  { id, timeZone, now }: { id: number; timeZone: string; now: number },
): Promise<{ day: string; energies: EnergyBucket['energies'] }[]> {
  const span = { start: 0, end: now + 2 * DAY_MS };
  const stored = await readCells(db, 'station', { ids: [id], spans: { day: span } });
  const days = new Map<number, Map<Flow, Cell>>();
  for (const [flow, grains] of stored.get(id) ?? []) {
    for (const [start, cell] of grains.get('day') ?? []) {
      days.set(start, (days.get(start) ?? new Map<Flow, Cell>()).set(flow, cell));
    }
  }
  return [...days]
    .toSorted((a, b) => a[0] - b[0])
    .map(([start, flows]) => ({
      day: labelOf(start, 'day', timeZone),
      energies: energiesOf(flows).energies,
    }));
}
