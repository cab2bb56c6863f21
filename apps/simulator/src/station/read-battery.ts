import { packVoltage } from '../physics/battery.ts';
import { shown } from '../physics/counter.ts';
import { scatter } from '../physics/noise.ts';
import { digits } from './digits.ts';
import type { Detail, ReadContext } from './reading.ts';
import type { DeviceModel } from './station-state.ts';

/** Up to here packs of 16 cells in parallel are usual, above it cells are stacked, kWh. */
const LOW_VOLTAGE_UP_TO = 32;
/** kWh its registers show. */
const RESOLUTION = 0.1;

/** Values of a battery, of its own or behind a hybrid. */
export function putBattery(values: Record<string, number>, device: DeviceModel, detail: Detail): void {
  const { memory, flows } = device;
  const { battery } = device.device;
  if (!battery) return;
  const nominal = battery.capacityKwh <= LOW_VOLTAGE_UP_TO ? 52.8 : 768;
  const voltage = packVoltage(nominal, memory.soc, flows.battery / battery.maxPower);
  const cycles = memory.discharge.total / battery.capacityKwh;
  values['battery.soc'] = device.faults.has('batteryDrained')
    ? Math.min(3, digits(memory.soc, 0))
    : digits(memory.soc, 0);
  values['battery.power'] = digits(flows.battery, 0);
  values['energy.charge.total'] = digits(shown(memory.charge.total, RESOLUTION), 1);
  values['energy.discharge.total'] = digits(shown(memory.discharge.total, RESOLUTION), 1);
  if (detail === 'main') return;
  values['energy.charge.day'] = digits(shown(memory.charge.day, RESOLUTION), 1);
  values['energy.discharge.day'] = digits(shown(memory.discharge.day, RESOLUTION), 1);
  values['battery.voltage'] = digits(voltage, 2);
  values['battery.current'] = digits(flows.battery / voltage, 2);
  const hot = device.faults.has('batteryHot') ? 32 + 8 * device.severity : 0;
  values['battery.temp'] = digits(memory.packTemperature + hot, 1);
  putCells(values, device, voltage / nominal);
  values['battery.soh'] = digits(
    Math.max(70, 100 - cycles * (0.0035 + 0.001 * scatter(device.device.sn, 8))),
    0,
  );
}

/** Volts of a cell of iron phosphate, and by how much the best and the worst one usually differ. */
const CELL = 3.3;
const CELL_SPREAD = 0.012;
const CELL_SPREAD_OF_FAULT = 0.32;

function putCells(values: Record<string, number>, device: DeviceModel, share: number): void {
  const { faults, severity } = device;
  const usual = CELL_SPREAD * (0.5 + scatter(device.device.sn, 9));
  const spread = usual + (faults.has('cellSpread') ? CELL_SPREAD_OF_FAULT * severity : 0);
  values['battery.cell.highest'] = digits(CELL * share + usual / 2, 3);
  values['battery.cell.lowest'] = digits(CELL * share + usual / 2 - spread, 3);
}

export function readBattery({ device, detail }: ReadContext): Record<string, number> {
  const values: Record<string, number> = {};
  putBattery(values, device, detail);
  return values;
}
