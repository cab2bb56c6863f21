import type { FaultLevel } from '../profile/schema.ts';
import { BATTERY_FAULTS } from './battery-faults.data.ts';
import { COMMUNICATION_FAULTS } from './communication-faults.data.ts';
import { GENERATOR_FAULTS } from './generator-faults.data.ts';
import { GRID_FAULTS } from './grid-faults.data.ts';
import { INVERTER_FAULTS } from './inverter-faults.data.ts';

/** What a fault means, in English; the texts of the other languages follow the same keys. */
export interface FaultText {
  /** Key of the text in every language: `faults.common.<key>`. */
  textKey: string;
  key: string;
  level: FaultLevel;
  name: string;
  cause: string;
  advice: string;
}

const ROWS = [
  ...GRID_FAULTS,
  ...GENERATOR_FAULTS,
  ...BATTERY_FAULTS,
  ...INVERTER_FAULTS,
  ...COMMUNICATION_FAULTS,
];

/** Texts of faults that devices report. */
export const FAULT_TEXTS: readonly FaultText[] = ROWS.map(([key, level, name, cause, advice]) => ({
  textKey: `faults.common.${key}`,
  key,
  level,
  name,
  cause,
  advice,
}));

const byKey = new Map(FAULT_TEXTS.map((text) => [text.key, text]));

/** A fault row of a profile: the maker's code at a bit, told by a common text. Throws when the text does not exist. */
export function faultAt(point: string, bit: number, told: { code: string; text: string }) {
  const text = byKey.get(told.text);
  if (!text) throw new Error(`No fault text ${told.text}`);
  return { point, bit, code: told.code, level: text.level, textKey: text.textKey };
}
