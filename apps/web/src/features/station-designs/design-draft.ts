import {
  albedoRule,
  arrayAzimuthRule,
  arrayTiltRule,
  bifacialRule,
  cellTemperatureRule,
  dayRule,
  designFaults,
  type DesignVersion,
  heightRule,
  horizonAzimuthRule,
  horizonElevationRule,
  LIMITS,
  modulePowerRule,
  quantityRule,
  type Rule,
  seriesRule,
  shareRule,
  slantRule,
  spacingRule,
  type StationArray,
  temperatureCoefficientRule,
  textRule,
} from '@sunfleet/contract';
import { readNumber } from '../../lib/form/read-number.ts';
import { inverterDraft, type InverterDraft, inverterFaults, inverterOf } from './inverter-draft.ts';
import { readHorizon, writeHorizon } from './read-horizon.ts';

type ModuleElectrics = NonNullable<NonNullable<StationArray['module']>['electrics']>;

/** An array as it is typed. */
export interface ArrayDraft {
  name: string;
  tilt: string;
  azimuth: string;
  /** Whether its modules are counted, or it is told as a part of the station. */
  by: 'modules' | 'share';
  model: string;
  /** That of the library that was chosen, with what its data sheet says. */
  componentId: number | null;
  electrics: ModuleElectrics | null;
  power: string;
  coefficient: string;
  quantity: string;
  series: string;
  share: string;
  height: string;
  spacing: string;
  slant: string;
  albedo: string;
  bifacial: string;
}

/** The fields of it that are typed. */
export type TypedField = Exclude<keyof ArrayDraft, 'by' | 'componentId' | 'electrics'>;

export interface VersionDraft {
  /** Empty: from the beginning. */
  from: string;
  arrays: readonly ArrayDraft[];
  inverters: readonly InverterDraft[];
  coldest: string;
  hottest: string;
  /** Lines as `readHorizon` reads them; empty: none. */
  horizon: string;
}

const typed = (value: number | null | undefined) =>
  value === null || value === undefined ? '' : String(value);

export const EMPTY_ARRAY: ArrayDraft = {
  name: '',
  tilt: '',
  azimuth: '',
  by: 'modules',
  model: '',
  componentId: null,
  electrics: null,
  power: '',
  coefficient: '',
  quantity: '',
  series: '',
  share: '',
  height: '',
  spacing: '',
  slant: '',
  albedo: '',
  bifacial: '',
};

export function versionDraft({
  from,
  arrays,
  inverters,
  coldest,
  hottest,
  horizon,
}: DesignVersion): VersionDraft {
  return {
    from: from ?? '',
    arrays: arrays.map(arrayDraft),
    inverters: inverters.map(inverterDraft),
    coldest: typed(coldest),
    hottest: typed(hottest),
    horizon: writeHorizon(horizon ?? []),
  };
}

function arrayDraft({ module, ...array }: StationArray): ArrayDraft {
  return {
    name: array.name,
    tilt: typed(array.tilt),
    azimuth: typed(array.azimuth),
    by: array.share === null ? 'modules' : 'share',
    model: module?.model ?? '',
    componentId: module?.componentId ?? null,
    electrics: module?.electrics ?? null,
    power: typed(module?.power),
    coefficient: typed(module?.temperatureCoefficient),
    quantity: typed(array.quantity),
    series: typed(array.series),
    share: typed(array.share),
    height: typed(array.height),
    spacing: typed(array.spacing),
    slant: typed(array.slant),
    albedo: typed(array.albedo),
    bifacial: typed(array.bifacial),
  };
}

const perhaps = (text: string) => (text.trim() === '' ? null : readNumber(text));

/** What is sent; a figure that cannot be read is `NaN`, which breaks its rule. */
export function versionOf({
  from,
  arrays,
  inverters,
  coldest,
  hottest,
  horizon,
}: VersionDraft): DesignVersion {
  const { points } = readHorizon(horizon);
  return {
    from: from === '' ? null : from,
    arrays: arrays.map(arrayOf),
    inverters: inverters.map(inverterOf),
    coldest: perhaps(coldest),
    hottest: perhaps(hottest),
    horizon: points.length === 0 ? null : points,
  };
}

function arrayOf(draft: ArrayDraft): StationArray {
  const counted = draft.by === 'modules';
  return {
    name: draft.name.trim(),
    tilt: readNumber(draft.tilt),
    azimuth: readNumber(draft.azimuth),
    module: counted
      ? {
          componentId: draft.componentId,
          model: draft.model.trim(),
          power: readNumber(draft.power),
          temperatureCoefficient: perhaps(draft.coefficient),
          electrics: draft.electrics,
        }
      : null,
    quantity: counted ? readNumber(draft.quantity) : null,
    series: counted ? perhaps(draft.series) : null,
    share: counted ? null : readNumber(draft.share),
    height: perhaps(draft.height),
    spacing: perhaps(draft.spacing),
    slant: perhaps(draft.slant),
    albedo: perhaps(draft.albedo),
    bifacial: perhaps(draft.bifacial),
  };
}

const optional = (rule: (figure: number) => Rule | undefined) => (text: string) =>
  text.trim() === '' ? undefined : rule(readNumber(text));
const figure = (rule: (value: number) => Rule | undefined) => (text: string) => rule(readNumber(text));
const name = (text: string) => textRule(text, 'nameEmpty', 64);

const OF_BOTH = {
  name,
  tilt: figure(arrayTiltRule),
  azimuth: figure(arrayAzimuthRule),
  height: optional(heightRule),
  spacing: optional(spacingRule),
  slant: optional(slantRule),
  albedo: optional(albedoRule),
  bifacial: optional(bifacialRule),
};
const OF_MODULES = {
  model: name,
  power: figure(modulePowerRule),
  coefficient: optional(temperatureCoefficientRule),
  quantity: figure(quantityRule),
  series: optional(seriesRule),
};
const OF_SHARE = { share: figure(shareRule) };

/** What is wrong with the first line of a horizon that has something wrong. */
function horizonRule(text: string): Rule | undefined {
  const { points, bad } = readHorizon(text);
  if (bad !== undefined) return 'horizonLines';
  if (points.length > LIMITS.horizonPoints) return 'tooManyEntries';
  for (const { azimuth, elevation } of points) {
    const rule = horizonAzimuthRule(azimuth) ?? horizonElevationRule(elevation);
    if (rule) return rule;
  }
  return undefined;
}

/** What is wrong with a design as it is typed, by place: `0.from`, `0.arrays`, `0.1.tilt`, `0.horizon`; `''` of the whole. */
export function draftFaults(versions: readonly VersionDraft[]): ReadonlyMap<string, Rule> {
  const found = new Map<string, Rule>();
  for (const [at, { from, arrays, inverters, horizon, ...version }] of versions.entries()) {
    for (const field of ['coldest', 'hottest'] as const) {
      const broken = optional(cellTemperatureRule)(version[field]);
      if (broken) found.set(`${at}.${field}`, broken);
    }
    for (const [place, inverter] of inverters.entries())
      for (const [field, rule] of inverterFaults(inverter))
        found.set(`${at}.inverters.${place}.${field}`, rule);
    const wrong = horizonRule(horizon);
    if (wrong) found.set(`${at}.horizon`, wrong);
    const day = from === '' ? undefined : dayRule(from);
    if (day) found.set(`${at}.from`, day);
    for (const [place, draft] of arrays.entries()) {
      const rules: Record<string, (text: string) => Rule | undefined> = {
        ...OF_BOTH,
        ...(draft.by === 'modules' ? OF_MODULES : OF_SHARE),
      };
      for (const [field, rule] of Object.entries(rules)) {
        const broken = rule(draft[field as TypedField]);
        if (broken) found.set(`${at}.${place}.${field}`, broken);
      }
    }
  }
  for (const { path, rule } of designFaults(versions.map(versionOf))) {
    const place = path
      .replace(/^versions\.?/, '')
      .replace('arrays.', '')
      .replace(/horizon\..*/, 'horizon');
    if (!found.has(place)) found.set(place, rule);
  }
  return found;
}
