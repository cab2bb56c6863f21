import { packTemperature } from '../physics/battery.ts';
import { count, midnightIn } from '../physics/counter.ts';
import { insideTemperature } from '../physics/inverter.ts';
import { clockErrorOf } from './clock.ts';
import type { DeviceFlows, DeviceModel } from './station-state.ts';

export interface CountInput {
  before: DeviceFlows;
  seconds: number;
  /** Local time of the station written as if it were UTC, epoch ms. */
  wall: number;
  /** mm/h */
  rain: number;
  /** degC */
  ambient: number;
}

/** degC at full load that a fan which stands still adds. */
const FAN_FAILED = 55;

/** Adds the energies of a step to the device's registers and moves its temperatures. */
export function countStep(device: DeviceModel, input: CountInput): void {
  const { before, seconds, ambient } = input;
  const { memory, flows } = device;
  const clock = input.wall + clockErrorOf(device);
  const step = { seconds, fraction: midnightIn(clock - seconds * 1000, clock) };
  const mean = (flow: keyof DeviceFlows) => (before[flow] + flows[flow]) / 2;
  count(memory.production, device.device.kind === 'hybrid' ? mean('dc') : mean('ac'), step);
  count(memory.charge, -mean('battery'), step);
  count(memory.discharge, mean('battery'), step);
  count(memory.import, mean('grid'), step);
  count(memory.export, -mean('grid'), step);
  count(memory.load, mean('load'), step);
  // 1000 W for an hour are one unit of the counter: rain of 1 mm/h counts as that.
  count(memory.rain, input.rain * 1000, step);
  const rated = device.device.ratedPower ?? 1;
  memory.insideTemperature = insideTemperature({
    before: memory.insideTemperature,
    ambient,
    load: flows.ac / rated,
    extra: device.faults.has('fanFailed') ? FAN_FAILED * device.severity : 0,
    seconds,
  });
  const { battery } = device.device;
  if (battery) {
    const loadShare = flows.battery / battery.maxPower;
    memory.packTemperature = packTemperature({ before: memory.packTemperature, ambient, loadShare, seconds });
  }
}
