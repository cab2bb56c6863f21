import type { Values } from '../vector/vectorised.ts';

const VOLTAGES = new Set(['vMp', 'vOc']);
const CURRENTS = new Set(['iMp', 'iX', 'iXx', 'iSc']);

function times<Value extends Values>(values: Value, factor: number): Value {
  return (typeof values === 'number' ? values * factor : values.map((value) => value * factor)) as Value;
}

/**
 * Points of an array out of those of a module: `voltage` modules in series, `current` strings in parallel, 1 unless
 * told. What is no point of a curve is left out.
 */
export function scaleVoltageCurrentPower<Points extends object>(
  points: Points,
  { voltage = 1, current = 1 }: { voltage?: number; current?: number } = {},
): Partial<Points> {
  const factorOf = (name: string) => {
    if (VOLTAGES.has(name)) return voltage;
    if (CURRENTS.has(name)) return current;
    return name === 'pMp' ? voltage * current : null;
  };
  const scaled = Object.entries(points).flatMap(([name, values]: [string, Values]) => {
    const factor = factorOf(name);
    return factor === null ? [] : [[name, times(values, factor)]];
  });
  return Object.fromEntries(scaled) as Partial<Points>;
}
