import {
  DEVICE_KINDS,
  type DeviceKind,
  type Language,
  LANGUAGES,
  METER_ROLES,
  type MeterRole,
  type TableDevice,
} from '@sunfleet/contract';
import { plainHeading } from '../../platform/tables/read/plain-heading.ts';
import { wordMap } from '../../platform/tables/read/word-map.ts';
import type { Text } from '../../platform/text.ts';

/** Columns of a table of devices in the order of the template, each with the text of its heading. */
const HEADINGS = {
  sn: 'column.sn',
  station: 'column.station',
  kind: 'column.kind',
  name: 'column.name',
  manufacturer: 'column.manufacturer',
  model: 'column.model',
  profileId: 'about.profile',
  parentSn: 'import.parentSn',
  meterRole: 'about.meterRole',
  ratedPower: 'column.ratedPower',
  productionDate: 'column.productionDate',
  soldOn: 'column.soldOn',
  firstPowerOn: 'column.firstPowerOn',
  warrantyEnd: 'column.warrantyEnd',
  remark: 'about.remark',
  claimCode: 'add.claimCode',
} as const satisfies Record<keyof TableDevice, string>;

export type DeviceColumn = keyof typeof HEADINGS;
export const DEVICE_COLUMNS = Object.keys(HEADINGS) as DeviceColumn[];
export const NEEDED_COLUMNS = ['sn', 'station', 'kind'] as const satisfies readonly DeviceColumn[];

/** What a column is called in a language. */
export const headingIn = (text: Text, language: Language, column: DeviceColumn): string =>
  text(language, `devices.${HEADINGS[column]}`);

/** Headings and words of tables of devices in all languages: a table may be filled in by somebody else. */
export interface DeviceWords {
  headings: ReadonlyMap<string, DeviceColumn>;
  kinds: ReadonlyMap<string, DeviceKind>;
  meterRoles: ReadonlyMap<string, MeterRole>;
}

/** Those of the reader's language first. */
export function deviceWords(text: Text, language: Language): DeviceWords {
  const languages = [...new Set([language, ...LANGUAGES])];
  const named = <V extends string>(values: readonly V[], wordOf: (one: Language, value: V) => string) =>
    wordMap([
      ...languages.flatMap((one) => values.map((value) => [wordOf(one, value), value] as const)),
      ...values.map((value) => [value, value] as const),
    ]);
  return {
    headings: named(DEVICE_COLUMNS, (one, column) => plainHeading(headingIn(text, one, column))),
    kinds: named(DEVICE_KINDS, (one, kind) => text(one, `devices.kind.${kind}`)),
    meterRoles: named(METER_ROLES, (one, role) => text(one, `devices.meterRole.${role}`)),
  };
}
