import { scatter } from '../physics/noise.ts';
import type { DeviceModel, StationModel } from './station-state.ts';

/** Share of readings that a bad line loses, and how long it is quiet now and then. */
const LOST = 0.25;
const QUIET_MS = 20 * 60_000;
const QUIET_A_DAY = 0.04;

/** Whether what a device says gets through at the moment of the last step: its line is cut where it, or the logger it hangs on, is offline. */
export function isHeard({ devices, time }: StationModel, device: DeviceModel): boolean {
  const { sn, parentSn } = device.device;
  const logger = parentSn === null ? device : devices.find((each) => each.device.sn === parentSn);
  if (device.faults.has('silent') || device.faults.has('loggerOffline')) return false;
  if (logger?.faults.has('loggerOffline')) return false;
  if (!device.faults.has('gaps')) return true;
  const quiet = scatter(sn, Math.floor(time / QUIET_MS)) < QUIET_A_DAY;
  return !quiet && scatter(sn, Math.floor(time / 1000) + 5) >= LOST;
}
