import type { FleetDevice } from '../../fleets/schema.ts';
import { noise1, scatter } from '../physics/noise.ts';
import type { ReadContext } from './reading.ts';

const SIXTY_HERTZ = new Set(['US', 'CA', 'MX', 'BR', 'CO', 'KR', 'SA', 'PH', 'TW']);
const VOLTS: Readonly<Record<string, number>> = {
  US: 240,
  CA: 240,
  MX: 220,
  BR: 220,
  CO: 220,
  KR: 220,
  JP: 202,
  CN: 220,
};

/** Grid at a station: the frequency wanders, the voltage sinks with the load and rises with what is fed in. */
export function gridAt({ model, device }: ReadContext): { voltage: number; frequency: number } {
  const { station } = model;
  if (device.faults.has('gridLoss') && device.device.kind !== 'hybrid') return { voltage: 0, frequency: 0 };
  const nominal = SIXTY_HERTZ.has(station.country) ? 60 : 50;
  const frequency = nominal + 0.07 * (noise1(nominal, model.time / 40_000) - 0.5);
  const weak = scatter(station.name, 61);
  const rise = device.device.ratedPower ? device.flows.ac / device.device.ratedPower : 0;
  const drift = noise1(77 + Math.floor(weak * 1e6), model.time / 900_000) - 0.5;
  const high = device.faults.has('gridHigh') ? 1.1 + 0.02 * device.severity : 1;
  return {
    frequency,
    voltage: high * (VOLTS[station.country] ?? 230) * (1 + 0.012 * rise * (1 + weak) + 0.025 * drift),
  };
}

/** Small devices feed one phase, others three. */
export function phasesOf(device: FleetDevice): 1 | 3 {
  return device.kind === 'micro' || (device.ratedPower !== null && device.ratedPower <= 6000) ? 1 : 3;
}
