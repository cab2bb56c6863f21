import { scatter } from '../physics/noise.ts';
import { clockErrorOf } from './clock.ts';
import type { StationLight } from './light.ts';
import type { Detail, Reading, ReadContext } from './reading.ts';
import { readBattery } from './read-battery.ts';
import { readInverter } from './read-inverter.ts';
import { readMeter } from './read-meter.ts';
import { readWeather } from './read-weather.ts';
import type { DeviceModel, StationModel } from './station-state.ts';

/** Sensors that a stuck sensor stops: light and temperatures. */
const STICKS = /^(irradiance|temp)\./;

/** Share of readings with a wrong value where a line is disturbed. */
const SPIKES = 0.03;

/** A disturbed line: one value of a reading is what nobody measured. */
function putSpike(values: Record<string, number>): void {
  for (const key of ['ac.power', 'meter.power', 'temp.inverter', 'irradiance.poa'])
    if (key in values) values[key] = key === 'ac.power' || key === 'meter.power' ? 65_535 : 0;
}

/** Reading of a device as the last step left it. */
export function readDevice(
  model: StationModel,
  device: DeviceModel,
  { light, detail }: { light: StationLight; detail: Detail },
): Reading {
  const second = Math.floor(model.time / 1000);
  const noise = (place: number) => 2 * scatter(device.device.sn, second + place * 7919) - 1;
  const values = valuesOf({ model, device, light, detail, noise });
  const { faults } = device;
  const sticks = (key: string) => faults.has('frozen') || (faults.has('stuckSensor') && STICKS.test(key));
  if (!faults.has('stuckSensor') && !faults.has('frozen')) device.stuck = undefined;
  else device.stuck ??= Object.fromEntries(Object.entries(values).filter(([key]) => sticks(key)));
  if (device.stuck) Object.assign(values, device.stuck);
  if (faults.has('spikes') && scatter(device.device.sn, second + 17) < SPIKES) putSpike(values);
  return { time: model.time + clockErrorOf(device), values };
}

function valuesOf(context: ReadContext): Record<string, number> {
  switch (context.device.device.kind) {
    case 'inverter':
    case 'hybrid':
    case 'micro':
      return readInverter(context);
    case 'meter':
      return readMeter(context);
    case 'weather':
      return readWeather(context);
    case 'battery':
      return readBattery(context);
    case 'logger':
      return { 'signal.strength': signalOf(context.device.device.sn, context.noise(1), context.device) };
  }
}

/** Radio signal of a logger, percent: each place has its own, and it trembles. */
export function signalOf(
  sn: string,
  noise: number,
  { faults, severity }: Partial<Pick<DeviceModel, 'faults' | 'severity'>> = {},
): number {
  const weak = faults?.has('signalWeak') ? 0.15 / (severity ?? 1) : 1;
  return Math.round(Math.min(100, 58 + 38 * scatter(sn, 3) + 3 * noise) * weak);
}
