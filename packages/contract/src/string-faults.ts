import type { DesignVersion, StationArray, StationInverter } from './routes/station-designs.ts';
import type { Rule } from './rules.ts';

interface StringFault {
  path: string;
  rule: Rule;
}

const keyOf = (name: string) => name.trim().toLowerCase();

/** What cannot be between inverters and arrays: names twice, inputs of arrays that there are not, inputs twice, MPPTs and modules that there are not. */
export function stringFaults(
  { arrays, inverters }: Pick<DesignVersion, 'arrays' | 'inverters'>,
  path: string,
): StringFault[] {
  if (inverters.length === 0) return [];
  const byName = new Map(arrays.map((array) => [keyOf(array.name), array]));
  const names = new Set<string>();
  const faults = inverters.flatMap((inverter, at): StringFault[] => {
    const name = keyOf(inverter.name);
    const isTaken = names.has(name);
    names.add(name);
    const place = `${path}.inverters.${at}`;
    return [
      ...(isTaken ? [{ path: `${place}.name`, rule: 'inverterNameTaken' as const }] : []),
      ...inputFaults(inverter, byName, place),
    ];
  });
  return [...faults, ...modulesBeyond(arrays, inverters, path)];
}

function inputFaults(
  { type, inputs }: StationInverter,
  byName: ReadonlyMap<string, StationArray>,
  path: string,
): StringFault[] {
  const faults: StringFault[] = [];
  const taken = new Set<string>();
  for (const [at, { mppt, input, array }] of inputs.entries()) {
    const tell = (field: string, rule: Rule) => faults.push({ path: `${path}.inputs.${at}.${field}`, rule });
    const named = byName.get(keyOf(array));
    if (!named) tell('array', 'inputArrayUnknown');
    else if (named.series === null) tell('array', 'inputSeriesMissing');
    if (type && mppt > type.mppts) tell('mppt', 'mpptBeyond');
    if (taken.has(`${mppt} ${input}`)) tell('input', 'inputTaken');
    taken.add(`${mppt} ${input}`);
  }
  return faults;
}

/** Arrays with fewer modules than their strings need. */
function modulesBeyond(
  arrays: readonly StationArray[],
  inverters: readonly StationInverter[],
  path: string,
): StringFault[] {
  const strings = new Map<string, number>();
  for (const { inputs } of inverters)
    for (const input of inputs)
      strings.set(keyOf(input.array), (strings.get(keyOf(input.array)) ?? 0) + input.strings);
  return arrays.flatMap(({ name, quantity, series }, at): StringFault[] => {
    const used = (series ?? 0) * (strings.get(keyOf(name)) ?? 0);
    return quantity !== null && used > quantity
      ? [{ path: `${path}.arrays.${at}.quantity`, rule: 'stringsBeyondArray' }]
      : [];
  });
}
