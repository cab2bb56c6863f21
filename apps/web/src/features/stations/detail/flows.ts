import type { StationLive } from '@sunfleet/contract';

export type FlowName = 'pv' | 'grid' | 'load' | 'battery';

export interface FlowLine {
  name: FlowName;
  /** W; null: not known. */
  power: number | null;
  /** `in`: towards the house's hub; `out`: away from it; `rest`: nothing, or not known. */
  direction: 'in' | 'out' | 'rest';
}

/** Below this a line rests: meters and inverters never read an exact zero. W */
const RESTING = 5;

/** The lines of a station: production, grid (import is in), consumption, battery (discharge is in) where they exist. */
export function flowsOf(live: StationLive, hasBattery: boolean): FlowLine[] {
  const lines: FlowLine[] = [
    line('pv', live.power, 1),
    line('grid', live.grid, 1),
    line('load', live.load, -1),
  ];
  if (hasBattery || live.battery !== null) lines.push(line('battery', live.battery, 1));
  return lines;
}

function line(name: FlowName, power: number | null, inward: 1 | -1): FlowLine {
  if (power === null || Math.abs(power) < RESTING) return { name, power, direction: 'rest' };
  return { name, power, direction: power * inward > 0 ? 'in' : 'out' };
}
