import type { DesignVersion, StationArray, StationInverter } from './routes/station-designs.ts';

/** Temperatures of the cells, °C, where a design tells none. */
const COLDEST_CELL = -10;
const HOTTEST_CELL = 70;

/** DC power by AC power of an inverter beyond which somebody is asked. */
const LARGEST_RATIO = 1.5;
const SMALLEST_RATIO = 0.7;

/** What is unusual in the strings of a station, or endangers its inverters: asked about, not refused. */
export interface StringWarning {
  key:
    | 'vocAbove'
    | 'vmpAbove'
    | 'vmpBelow'
    | 'currentAbove'
    | 'stringsAbove'
    | 'seriesDiffer'
    | 'ratioHigh'
    | 'ratioLow'
    | 'modulesLeft';
  /** Place of the inverter in the version; null: of the whole. */
  inverter: number | null;
  /** Of the MPPT, or name of the array. */
  mppt: number | null;
  array: string | null;
  /** What is there and what is allowed: V, A, strings, modules, or DC by AC power. */
  value: number;
  limit: number;
}

interface Temperatures {
  coldest: number;
  hottest: number;
}

type Electrics = NonNullable<NonNullable<StationArray['module']>['electrics']>;

/** Voltage of one module at a temperature of its cells: its point of most power moves by as many volts as its open circuit. */
const moved = (volts: number, { vOc, betaVoc }: Electrics, cell: number) =>
  volts + vOc * (betaVoc / 100) * (cell - 25);

/**
 * Checks the strings of a version against its inverters: the open circuit at the lowest temperature against what the inputs bear, the
 * point of most power at both against the MPPT range, the current and number of strings of each MPPT, DC by AC power, modules that are on
 * no input. What is not known of modules or inverters is not checked.
 */
export function stringWarnings(version: Omit<DesignVersion, 'from' | 'horizon'>): StringWarning[] {
  const { arrays, inverters } = version;
  if (inverters.length === 0) return [];
  const cells = { coldest: version.coldest ?? COLDEST_CELL, hottest: version.hottest ?? HOTTEST_CELL };
  const byName = new Map(arrays.map((array) => [array.name, array]));
  return [
    ...inverters.flatMap((inverter, at) => ofInverter(inverter, { at, byName, cells })),
    ...arrays.flatMap((array) => modulesLeft(array, inverters)),
  ];
}

interface Place {
  at: number;
  byName: ReadonlyMap<string, StationArray>;
  cells: Temperatures;
}

function ofInverter(inverter: StationInverter, place: Place): StringWarning[] {
  const { type, inputs } = inverter;
  const tell = (warning: Partial<StringWarning> & Pick<StringWarning, 'key' | 'value' | 'limit'>) => ({
    inverter: place.at,
    mppt: null,
    array: null,
    ...warning,
  });
  const mppts = Map.groupBy(inputs, ({ mppt }) => mppt);
  const found = [...mppts].flatMap(([mppt, some]) => ofMppt(inverter, { ...place, mppt, inputs: some }));
  if (!type) return found;
  const watts = inputs.reduce((sum, { array, strings }) => {
    const { module, series } = place.byName.get(array) ?? {};
    return sum + (module?.power ?? 0) * (series ?? 0) * strings;
  }, 0);
  const ratio = watts / type.acPower;
  if (ratio > LARGEST_RATIO) found.push(tell({ key: 'ratioHigh', value: ratio, limit: LARGEST_RATIO }));
  if (watts > 0 && ratio < SMALLEST_RATIO)
    found.push(tell({ key: 'ratioLow', value: ratio, limit: SMALLEST_RATIO }));
  return found;
}

interface Mppt extends Place {
  mppt: number;
  inputs: StationInverter['inputs'];
}

function ofMppt({ type }: StationInverter, { at, byName, cells, mppt, inputs }: Mppt): StringWarning[] {
  const found: StringWarning[] = [];
  const tell = (key: StringWarning['key'], value: number, limit: number, array: string | null = null) =>
    found.push({ key, inverter: at, mppt, array, value, limit });
  const strings = inputs.flatMap((input) => {
    const array = byName.get(input.array);
    return array?.series
      ? [{ ...input, series: array.series, electrics: array.module?.electrics ?? null }]
      : [];
  });
  const lengths = strings.map(({ series }) => series);
  const [shortest, longest] = [Math.min(...lengths), Math.max(...lengths)];
  if (shortest < longest) tell('seriesDiffer', longest, shortest);
  if (!type) return found;
  const count = inputs.reduce((sum, input) => sum + input.strings, 0);
  if (type.stringsPerMppt !== null && count > type.stringsPerMppt)
    tell('stringsAbove', count, type.stringsPerMppt);
  let current = 0;
  for (const { array, series, electrics, strings: parallel } of strings) {
    if (!electrics) continue;
    const volts = (of: 'vOc' | 'vMp', cell: number) => series * moved(electrics[of], electrics, cell);
    const open = volts('vOc', cells.coldest);
    if (open > type.dcVoltageMax) tell('vocAbove', open, type.dcVoltageMax, array);
    const cold = volts('vMp', cells.coldest);
    if (cold > type.mppVoltageMax) tell('vmpAbove', cold, type.mppVoltageMax, array);
    const hot = volts('vMp', cells.hottest);
    if (hot < type.mppVoltageMin) tell('vmpBelow', hot, type.mppVoltageMin, array);
    current += parallel * electrics.iSc * (1 + (electrics.alphaSc / 100) * (cells.hottest - 25));
  }
  if (type.currentMax !== null && current > type.currentMax) tell('currentAbove', current, type.currentMax);
  return found;
}

function modulesLeft(
  { name, quantity, series }: StationArray,
  inverters: readonly StationInverter[],
): StringWarning[] {
  if (quantity === null || series === null) return [];
  const strings = inverters.flatMap(({ inputs }) => inputs.filter(({ array }) => array === name));
  const used = series * strings.reduce((sum, input) => sum + input.strings, 0);
  return used < quantity
    ? [{ key: 'modulesLeft', inverter: null, mppt: null, array: name, value: quantity - used, limit: 0 }]
    : [];
}
