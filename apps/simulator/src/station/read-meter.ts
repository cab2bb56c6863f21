import { shown } from '../physics/counter.ts';
import { digits } from './digits.ts';
import { gridAt } from './grid.ts';
import { METER_KEYS, PHASES } from './point-keys.ts';
import type { ReadContext } from './reading.ts';

const RESOLUTION = 0.01;

/** Values of a three-phase meter: the phases carry the power unevenly, as houses do. */
export function readMeter(context: ReadContext): Record<string, number> {
  const { device } = context;
  const { memory, flows } = device;
  const grid = gridAt(context);
  const alive = grid.voltage > 1;
  const wrong = device.faults.has('meterWrong') ? 1 - 0.4 * device.severity : 1;
  const power = alive ? flows.grid * wrong : 0;
  const values: Record<string, number> = {
    'meter.power': digits(power, 0),
    'meter.energy.import': digits(shown(memory.import.total, RESOLUTION), 2),
    'meter.energy.export': digits(shown(memory.export.total, RESOLUTION), 2),
  };
  if (context.detail === 'main') return values;
  values['meter.frequency'] = digits(grid.frequency, 2);
  values['meter.powerFactor'] = alive ? digits(0.985 + 0.012 * context.noise(2), 3) : 0;
  const uneven = [1 + 0.06 * context.noise(3), 1 + 0.06 * context.noise(4)];
  const shares = [uneven[0]! / 3, uneven[1]! / 3, 1 - (uneven[0]! + uneven[1]!) / 3];
  for (const phase of PHASES) {
    const keys = METER_KEYS[phase]!;
    const voltage = grid.voltage * (1 + 0.004 * context.noise(10 + phase));
    const part = power * shares[phase - 1]!;
    values[keys.voltage] = digits(voltage, 1);
    values[keys.power] = digits(part, 0);
    values[keys.current] = alive ? digits(Math.abs(part) / voltage, 3) : 0;
  }
  return values;
}
