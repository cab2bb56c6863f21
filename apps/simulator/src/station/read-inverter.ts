import { RUN_STATES } from '@sunfleet/device-model';
import { shown } from '../physics/counter.ts';
import { scatter } from '../physics/noise.ts';
import { digits } from './digits.ts';
import { putFaultWords } from './fault-words.ts';
import { gridAt, phasesOf } from './grid.ts';
import { putBattery } from './read-battery.ts';
import type { ReadContext } from './read-device.ts';
import type { DeviceModel } from './station-state.ts';
import { isChecking } from './step-inputs.ts';

/** kWh a device's register shows. */
const RESOLUTION = 0.1;

/** Values of an inverter, hybrid or micro inverter. */
export function readInverter(context: ReadContext): Record<string, number> {
  const { device, light } = context;
  const { memory, flows } = device;
  const values: Record<string, number> = {
    'ac.power': digits(flows.ac, 1),
    'dc.power': digits(flows.dc, 1),
    'energy.day': digits(shown(memory.production.day, RESOLUTION), 1),
    'energy.total': digits(shown(memory.production.total, RESOLUTION), 1),
    'temp.inverter': digits(memory.insideTemperature + 0.2 * context.noise(1), 1),
    state: runState(context),
  };
  putGrid(values, context);
  putInputs(values, device);
  if (device.device.kind !== 'micro') {
    const damp = light.sky.rain > 0 || light.air.humidity > 90 ? 0.35 : 1;
    values['insulation.resistance'] = digits((1400 + 2600 * scatter(device.device.sn, 5)) * damp, 0);
  }
  if (device.device.kind === 'hybrid') putHybrid(values, device);
  putFaultWords(values, device);
  return values;
}

function runState({ device, model }: ReadContext): number {
  if (device.faults.has('inverterTrip')) return RUN_STATES.breakdown;
  if (device.faults.has('gridLoss') && device.device.kind !== 'hybrid') return RUN_STATES.waitingGrid;
  if (isChecking(device, model.time)) return RUN_STATES.checking;
  const busy = device.awake || Math.abs(device.flows.battery) > 1;
  return busy ? RUN_STATES.running : RUN_STATES.standby;
}

function putGrid(values: Record<string, number>, context: ReadContext): void {
  const { device } = context;
  const grid = gridAt(context);
  const phases = phasesOf(device.device);
  values['ac.frequency'] = digits(grid.frequency, 2);
  for (let phase = 1; phase <= phases; phase += 1) {
    const voltage = grid.voltage * (1 + 0.004 * context.noise(10 + phase));
    values[`ac.l${phase}.voltage`] = digits(voltage, 1);
    values[`ac.l${phase}.current`] =
      voltage > 1 ? digits(Math.abs(device.flows.ac) / phases / voltage, 2) : 0;
  }
}

function putInputs(values: Record<string, number>, device: DeviceModel): void {
  const several = device.inputs.some((input) => input.strings.length > 1);
  let string = 0;
  for (const input of device.inputs) {
    values[`pv${input.mppt}.voltage`] = digits(input.voltage, 1);
    const current = device.flows.dc > 0 ? input.current : 0;
    values[`pv${input.mppt}.current`] = digits(current, 2);
    values[`pv${input.mppt}.power`] = digits(input.voltage * current, 0);
    for (const each of several ? input.stringCurrents : []) {
      string += 1;
      values[`str${string}.current`] = device.flows.dc > 0 ? digits(each, 2) : 0;
    }
  }
}

function putHybrid(values: Record<string, number>, device: DeviceModel): void {
  const { memory, flows } = device;
  const energies = { import: memory.import, export: memory.export, load: memory.load };
  for (const [name, counter] of Object.entries(energies)) {
    values[`energy.${name}.day`] = digits(shown(counter.day, RESOLUTION), 1);
    values[`energy.${name}.total`] = digits(shown(counter.total, RESOLUTION), 1);
  }
  values['grid.power'] = digits(flows.grid, 0);
  values['load.power'] = digits(flows.load, 0);
  if (device.device.battery) putBattery(values, device);
}
