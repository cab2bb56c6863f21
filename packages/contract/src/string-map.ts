import type { DesignVersion, StationArray, StationInverter } from './routes/station-designs.ts';

/** What a device is called, and how many inverters its station has. */
export interface MappedDevice {
  sn: string;
  name: string | null;
  /** Whether its station has no other inverter. */
  isAlone: boolean;
}

/** What hangs on an input that a device tells the current of. */
export interface MappedInput {
  /** Inputs of one station with the same text see the same sun on the same modules; null: of an MPPT with several arrays. */
  alike: string | null;
  /** Names of its arrays. */
  arrays: readonly string[];
  /** Beside each other. */
  strings: number;
  /** W of its modules, 1 for each string where they are not known. */
  power: number;
}

/** Inputs by the numbers of a device: of its strings (`str1`) and of its MPPTs (`pv1`). */
export interface StringMap {
  strings: ReadonlyMap<number, MappedInput>;
  mppts: ReadonlyMap<number, MappedInput>;
}

const said = (text: string | null) => text?.trim().toLowerCase() ?? '';

/** The inverter of a design that a device is: by its serial number or its name, or the only one. */
export function inverterOfDevice(
  inverters: readonly StationInverter[],
  { sn, name, isAlone }: MappedDevice,
): StationInverter | undefined {
  const named = inverters.filter(
    (one) => said(one.name) === said(sn) || (name && said(one.name) === said(name)),
  );
  if (named.length === 1) return named[0];
  return named.length === 0 && isAlone && inverters.length === 1 ? inverters[0] : undefined;
}

/**
 * What hangs on the inputs of a device by a design; undefined where no inverter of it is this device. The numbers of inputs are those of the device's strings; where a design begins to count
 * again with each MPPT, their order is.
 */
export function stringMap(
  { arrays, inverters }: Pick<DesignVersion, 'arrays' | 'inverters'>,
  device: MappedDevice,
): StringMap | undefined {
  const inverter = inverterOfDevice(inverters, device);
  if (!inverter || inverter.inputs.length === 0) return undefined;
  const byName = new Map(arrays.map((array) => [array.name, array]));
  const inputs = inverter.inputs.toSorted((one, other) => one.mppt - other.mppt || one.input - other.input);
  const isNumbered = new Set(inputs.map(({ input }) => input)).size === inputs.length;
  const numbers = inputs.map(({ input }, at) => (isNumbered ? input : at + 1));
  const gathered = (some: typeof inputs) => gather(some, byName);
  return {
    strings: new Map(inputs.map((input, at) => [numbers[at]!, gathered([input])])),
    mppts: new Map(
      [...Map.groupBy(inputs, ({ mppt }) => mppt)].map(([mppt, some]) => [mppt, gathered(some)]),
    ),
  };
}

function gather(inputs: StationInverter['inputs'], byName: ReadonlyMap<string, StationArray>): MappedInput {
  const of = inputs.map(({ array, strings }) => ({ array: byName.get(array), strings }));
  const texts = new Set(of.map(({ array }) => (array ? alikeOf(array) : null)));
  const [only = null] = texts;
  return {
    alike: texts.size === 1 ? only : null,
    arrays: [...new Set(inputs.map(({ array }) => array))],
    strings: of.reduce((sum, { strings }) => sum + strings, 0),
    power: of.reduce(
      (sum, { array, strings }) =>
        sum + strings * (array?.module ? array.module.power * (array.series ?? 1) : 1),
      0,
    ),
  };
}

/** Modules that face alike and carry the same current; rows and shade may still differ. */
const alikeOf = ({ tilt, azimuth, module }: StationArray): string =>
  JSON.stringify([tilt, azimuth, module?.electrics?.iMp ?? module?.model ?? null]);
