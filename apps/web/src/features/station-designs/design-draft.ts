import {
  albedoRule,
  arrayAzimuthRule,
  arrayTiltRule,
  bifacialRule,
  dayRule,
  designFaults,
  type DesignVersion,
  heightRule,
  modulePowerRule,
  quantityRule,
  type Rule,
  seriesRule,
  shareRule,
  spacingRule,
  type StationArray,
  temperatureCoefficientRule,
  textRule,
} from '@sunfleet/contract';
import { readNumber } from '../../lib/form/read-number.ts';

/** An array as it is typed. */
export interface ArrayDraft {
  name: string;
  tilt: string;
  azimuth: string;
  /** Whether its modules are counted, or it is told as a part of the station. */
  by: 'modules' | 'share';
  model: string;
  power: string;
  coefficient: string;
  quantity: string;
  series: string;
  share: string;
  height: string;
  spacing: string;
  albedo: string;
  bifacial: string;
}

export interface VersionDraft {
  /** Empty: from the beginning. */
  from: string;
  arrays: readonly ArrayDraft[];
}

const typed = (value: number | null | undefined) =>
  value === null || value === undefined ? '' : String(value);

export const EMPTY_ARRAY: ArrayDraft = {
  name: '',
  tilt: '',
  azimuth: '',
  by: 'modules',
  model: '',
  power: '',
  coefficient: '',
  quantity: '',
  series: '',
  share: '',
  height: '',
  spacing: '',
  albedo: '',
  bifacial: '',
};

export function versionDraft({ from, arrays }: DesignVersion): VersionDraft {
  return { from: from ?? '', arrays: arrays.map(arrayDraft) };
}

function arrayDraft({ module, ...array }: StationArray): ArrayDraft {
  return {
    name: array.name,
    tilt: typed(array.tilt),
    azimuth: typed(array.azimuth),
    by: array.share === null ? 'modules' : 'share',
    model: module?.model ?? '',
    power: typed(module?.power),
    coefficient: typed(module?.temperatureCoefficient),
    quantity: typed(array.quantity),
    series: typed(array.series),
    share: typed(array.share),
    height: typed(array.height),
    spacing: typed(array.spacing),
    albedo: typed(array.albedo),
    bifacial: typed(array.bifacial),
  };
}

const perhaps = (text: string) => (text.trim() === '' ? null : readNumber(text));

/** What is sent; a figure that cannot be read is `NaN`, which breaks its rule. */
export function versionOf({ from, arrays }: VersionDraft): DesignVersion {
  return { from: from === '' ? null : from, arrays: arrays.map(arrayOf) };
}

function arrayOf(draft: ArrayDraft): StationArray {
  const counted = draft.by === 'modules';
  return {
    name: draft.name.trim(),
    tilt: readNumber(draft.tilt),
    azimuth: readNumber(draft.azimuth),
    module: counted
      ? {
          model: draft.model.trim(),
          power: readNumber(draft.power),
          temperatureCoefficient: perhaps(draft.coefficient),
        }
      : null,
    quantity: counted ? readNumber(draft.quantity) : null,
    series: counted ? perhaps(draft.series) : null,
    share: counted ? null : readNumber(draft.share),
    height: perhaps(draft.height),
    spacing: perhaps(draft.spacing),
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

/** What is wrong with a design as it is typed, by place: `0.from`, `0.arrays`, `0.1.tilt`; `''` of the whole. */
export function draftFaults(versions: readonly VersionDraft[]): ReadonlyMap<string, Rule> {
  const found = new Map<string, Rule>();
  for (const [at, { from, arrays }] of versions.entries()) {
    const day = from === '' ? undefined : dayRule(from);
    if (day) found.set(`${at}.from`, day);
    for (const [place, draft] of arrays.entries()) {
      const rules: Record<string, (text: string) => Rule | undefined> = {
        ...OF_BOTH,
        ...(draft.by === 'modules' ? OF_MODULES : OF_SHARE),
      };
      for (const [field, rule] of Object.entries(rules)) {
        const broken = rule(draft[field as keyof ArrayDraft]);
        if (broken) found.set(`${at}.${place}.${field}`, broken);
      }
    }
  }
  for (const { path, rule } of designFaults(versions.map(versionOf))) {
    const place = path.replace(/^versions\.?/, '').replace('arrays.', '');
    if (!found.has(place)) found.set(place, rule);
  }
  return found;
}
