import { currentAt, moduleAt, type OperatingPoint } from './module.ts';
import { bestPoint, type ModuleTable } from './module-table.ts';

/** One string of an MPPT input. */
export interface StringState {
  /** Its light against the mean of its plane: mismatch of modules, 0.97 to 1.02. */
  gain: number;
  /** Nothing flows: a fuse or a connector is open. */
  open: boolean;
  /** Share of its substrings in shade, 0 to 1. */
  shaded: number;
  /** Share of its current that is lost, as by dirt or aged modules, 0 to 1; left out: none. */
  weak?: number;
}

export interface InputLight {
  /** W/m2 on the plane, after dirt and reflection. */
  irradiance: number;
  /** W/m2 of it that comes from all of the sky and so reaches shaded modules too. */
  diffuse: number;
  /** degC */
  cellTemperature: number;
}

export interface InputPoint {
  voltage: number;
  /** A of all strings. */
  current: number;
  /** A of each string. */
  strings: number[];
}

/** Below this the inverter finds no power worth tracking, W/m2. */
const LOWEST_LIGHT = 8;

/**
 * Strings in parallel at the voltage the tracker holds: that of the healthy ones. A shaded string has lost the voltage of its
 * bypassed substrings, so at the common voltage it carries less; what shade leaves to all of it flows anyway.
 */
export function mpptAt(
  input: { table: ModuleTable; modulesInSeries: number; strings: readonly StringState[] },
  light: InputLight,
): InputPoint {
  const { table, modulesInSeries, strings } = input;
  const best = bestPoint(table, light.irradiance, light.cellTemperature);
  if (light.irradiance < LOWEST_LIGHT) {
    return { voltage: best.voltage * modulesInSeries * 0.9, current: 0, strings: strings.map(() => 0) };
  }
  const currents = strings.map(
    (string) => stringCurrent(table, { string, light, best }) * (1 - (string.weak ?? 0)),
  );
  return {
    voltage: best.voltage * modulesInSeries,
    current: currents.reduce((sum, current) => sum + current, 0),
    strings: currents,
  };
}

interface StringInput {
  string: StringState;
  light: InputLight;
  best: OperatingPoint;
}

function stringCurrent(table: ModuleTable, { string, light, best }: StringInput): number {
  if (string.open) return 0;
  if (string.shaded <= 0) return best.current * string.gain;
  const through = bestPoint(table, light.diffuse, light.cellTemperature).current;
  if (string.shaded >= 1) return through * string.gain;
  const lit = moduleAt(table.model, light.irradiance, light.cellTemperature);
  const past = currentAt(lit, best.voltage / (1 - string.shaded));
  return Math.max(through, past) * string.gain;
}
