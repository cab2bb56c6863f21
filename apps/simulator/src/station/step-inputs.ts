import { START_SHARE } from '../physics/inverter.ts';
import { mpptAt } from '../physics/mppt.ts';
import type { StationLight } from './light.ts';
import type { DeviceModel, InputModel } from './station-state.ts';

/** A minute of checks before an inverter feeds in. */
const CHECK_MS = 60_000;

/** Shares of current that typical faults take: of one string, of all, and what snow does. */
const WEAK_STRING = 0.4;
const DEGRADED = 0.35;
const SNOW = 0.96;

/** DC power the inputs of a device offer, W. */
export function offeredBy(device: DeviceModel): number {
  return device.inputs.reduce((sum, input) => sum + input.voltage * input.current, 0);
}

/** Brings the strings of a device to the light of an instant, and lets it wake or sleep. */
export function stepInputs(
  device: DeviceModel,
  at: { light: StationLight; solarHour: number; time: number },
): void {
  for (const input of device.inputs) stepInput(device, input, at);
  const rated = device.device.ratedPower ?? 0;
  const awake = rated > 0 && offeredBy(device) >= START_SHARE * rated;
  if (awake && !device.awake) device.awakeSince = at.time;
  device.awake = awake;
}

/** Whether the device still checks its grid before it feeds in. */
export function isChecking(device: DeviceModel, time: number): boolean {
  return device.awake && time - device.awakeSince < CHECK_MS;
}

/** The tree or the chimney stands in the west: shade comes over the first input after noon and grows. */
function shadeAt(solarHour: number): number {
  return Math.min(Math.max((solarHour - 12.4) * 0.06, 0), 0.3);
}

function weaknessOf({ faults, severity }: DeviceModel, isFirst: boolean): number {
  if (faults.has('snow')) return SNOW;
  const all = faults.has('degraded') ? DEGRADED * severity : 0;
  return Math.min(0.95, all + (isFirst && faults.has('stringWeak') ? WEAK_STRING * severity : 0));
}

function stepInput(
  device: DeviceModel,
  input: InputModel,
  at: { light: StationLight; solarHour: number },
): void {
  const first = input === device.inputs[0];
  input.strings.forEach((string, index) => {
    string.open = first && index === 0 && device.faults.has('stringOpen');
    string.shaded = first && device.faults.has('shading') ? shadeAt(at.solarHour) : 0;
    string.weak = weaknessOf(device, first && index === 0);
  });
  const point = mpptAt(input, at.light.planes[input.plane]!);
  input.voltage = point.voltage;
  input.current = point.current;
  input.stringCurrents = point.strings;
}
