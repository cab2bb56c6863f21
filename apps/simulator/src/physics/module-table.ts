import { maxPower, moduleAt, moduleOf, type ModuleModel, type OperatingPoint } from './module.ts';

/** Points of most power of one module over irradiance and cell temperature: solved once, interpolated at every step. */
export interface ModuleTable {
  model: ModuleModel;
  /** V, then A, row by irradiance. */
  voltages: Float64Array;
  currents: Float64Array;
}

const SUNS = 56;
/** Irradiance of a row: finer where the curve bends, 1400 W/m2 in the last one. */
const sunAt = (row: number): number => 1400 * (row / (SUNS - 1)) ** 2;
const rowAt = (irradiance: number): number =>
  (SUNS - 1) * Math.sqrt(Math.min(Math.max(irradiance, 0), 1399.9) / 1400);
const COLDEST = -40;
const STEP = 8;
const TEMPERATURES = 18;

const tables = new Map<number, ModuleTable>();

/** Table of a module of so many Wp, shared by all that use it. */
export function tableOf(ratedPower: number): ModuleTable {
  const known = tables.get(ratedPower);
  if (known) return known;
  const model = moduleOf(ratedPower);
  const table = {
    model,
    voltages: new Float64Array(SUNS * TEMPERATURES),
    currents: new Float64Array(SUNS * TEMPERATURES),
  };
  for (let row = 0; row < SUNS; row += 1) {
    for (let column = 0; column < TEMPERATURES; column += 1) {
      const point = maxPower(moduleAt(model, sunAt(row), COLDEST + STEP * column));
      table.voltages[row * TEMPERATURES + column] = point.voltage;
      table.currents[row * TEMPERATURES + column] = row === 0 ? 0 : point.current;
    }
  }
  tables.set(ratedPower, table);
  return table;
}

/** Voltage and current of one module at its best point. */
export function bestPoint(table: ModuleTable, irradiance: number, cellTemperature: number): OperatingPoint {
  const row = rowAt(irradiance);
  const column = Math.min(Math.max((cellTemperature - COLDEST) / STEP, 0), TEMPERATURES - 1.001);
  return {
    voltage: interpolate(table.voltages, row, column),
    current: interpolate(table.currents, row, column),
  };
}

function interpolate(grid: Float64Array, row: number, column: number): number {
  const [r, c] = [Math.floor(row), Math.floor(column)];
  const [u, v] = [row - r, column - c];
  const at = r * TEMPERATURES + c;
  const upper = grid[at]! * (1 - v) + grid[at + 1]! * v;
  const lower = grid[at + TEMPERATURES]! * (1 - v) + grid[at + TEMPERATURES + 1]! * v;
  return upper * (1 - u) + lower * u;
}
