import { RUN_STATES } from '@sunfleet/device-model';
import { shown } from '../physics/counter.ts';
import { scatter } from '../physics/noise.ts';
import { digits } from './digits.ts';
import { LIMITED_TO } from './dispatch.ts';
import { putFaultWords } from './fault-words.ts';
import { isTripped } from './faults.ts';
import { gridAt, phasesOf } from './grid.ts';
import { AC_KEYS, PV_KEYS, STRING_KEYS } from './point-keys.ts';
import { putBattery } from './read-battery.ts';
import type { ReadContext } from './reading.ts';
import type { DeviceModel } from './station-state.ts';
import { isChecking } from './step-inputs.ts';

/** kWh a device's register shows. */
const RESOLUTION = 0.1;

/** Values of an inverter, hybrid or micro inverter; an archive keeps little of one that sleeps. */
export function readInverter(context: ReadContext): Record<string, number> {
  const { device, detail } = context;
  const { memory, flows } = device;
  const values: Record<string, number> = { 'ac.power': digits(flows.ac, 1) };
  if (detail === 'main' && isAsleep(device)) return values;
  values['dc.power'] = digits(flows.dc, 1);
  values['energy.total'] = digits(shown(memory.production.total, RESOLUTION), 1);
  values.state = runState(context);
  if (device.measuresSite) putSite(values, context);
  if (device.device.battery) putBattery(values, device, detail);
  putFaultWords(values, device, { detail, time: context.model.time });
  if (detail === 'main') return values;
  values['energy.day'] = digits(shown(memory.production.day, RESOLUTION), 1);
  putInputs(values, device);
  values['temp.inverter'] = digits(memory.insideTemperature + 0.2 * context.noise(1), 1);
  values['temp.radiator'] = digits(
    memory.insideTemperature + 9 * (flows.ac / (device.device.ratedPower ?? 1)),
    1,
  );
  putGrid(values, context);
  if (device.device.kind !== 'micro') values['insulation.resistance'] = insulationOf(context);
  if (device.device.kind === 'inverter')
    values['limit.power'] = device.faults.has('limited') ? LIMITED_TO * 100 : 100;
  return values;
}

/** Whether an inverter rests in the dark and has nothing else to measure. */
export function isAsleep(device: DeviceModel): boolean {
  const onlyMakes =
    device.device.ratedPower !== null && device.device.battery === null && !device.measuresSite;
  return onlyMakes && !device.awake && device.faults.size === 0;
}

/** Damp modules leak more, kOhm. */
function insulationOf({ device, light }: ReadContext): number {
  const damp = light.sky.rain > 0 || light.air.humidity > 90 ? 0.35 : 1;
  const tripped = device.faults.has('inverterTrip') ? 0.01 : 1;
  const low = device.faults.has('insulationLow') ? 0.008 / device.severity : 1;
  return digits((1400 + 2600 * scatter(device.device.sn, 5)) * damp * tripped * low, 0);
}

function runState({ device, model }: ReadContext): number {
  if (isTripped(device, model.time)) return RUN_STATES.breakdown;
  if (device.faults.has('stopped')) return RUN_STATES.standby;
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
  values['ac.apparent'] = digits(Math.abs(device.flows.ac) * 1.002, 1);
  for (let phase = 1; phase <= phases; phase += 1) {
    const keys = AC_KEYS[phase]!;
    const voltage = grid.voltage * (1 + 0.004 * context.noise(10 + phase));
    values[keys.voltage] = digits(voltage, 1);
    values[keys.current] = voltage > 1 ? digits(Math.abs(device.flows.ac) / phases / voltage, 2) : 0;
  }
}

function putInputs(values: Record<string, number>, device: DeviceModel): void {
  const several = device.inputs.some((input) => input.strings.length > 1);
  const flows = device.flows.dc > 0;
  let string = 0;
  for (const input of device.inputs) {
    const keys = PV_KEYS[input.mppt]!;
    const current = flows ? input.current : 0;
    values[keys.power] = digits(input.voltage * current, 0);
    values[keys.voltage] = digits(input.voltage, 1);
    values[keys.current] = digits(current, 2);
    for (const each of several ? input.stringCurrents : []) {
      string += 1;
      values[STRING_KEYS[string]!] = flows ? digits(each, 2) : 0;
    }
  }
}

function putSite(values: Record<string, number>, { device, detail }: ReadContext): void {
  const { memory, flows } = device;
  values['grid.power'] = digits(flows.grid, 0);
  values['load.power'] = digits(flows.load, 0);
  for (const [name, counter] of [
    ['import', memory.import],
    ['export', memory.export],
    ['load', memory.load],
  ] as const) {
    values[`energy.${name}.total`] = digits(shown(counter.total, RESOLUTION), 1);
    if (detail === 'all') values[`energy.${name}.day`] = digits(shown(counter.day, RESOLUTION), 1);
  }
}
