import type { Rule } from './rule-names.ts';

/** Functions of Modbus that an instruction can have: reading holding or input registers, writing one or several. */
export const INSTRUCTION_FUNCTIONS = [3, 4, 6, 16] as const;
export type InstructionFunction = (typeof INSTRUCTION_FUNCTIONS)[number];

/** Registers of one request. */
const MOST_READ = 125;
const MOST_WRITTEN = 123;
const MOST_ADDRESS = 65_535;

export const writesRegisters = (fn: InstructionFunction): boolean => fn === 6 || fn === 16;

/** A register's address as people write it, decimal or behind `0x`. */
export function addressRule(text: string): Rule | undefined {
  if (text.trim() === '') return 'instructionAddressEmpty';
  return readAddress(text) === undefined ? 'instructionAddressInvalid' : undefined;
}

export function readAddress(text: string): number | undefined {
  const digits = text.trim();
  const known = /^0x[0-9a-f]{1,4}$/i.test(digits) || /^\d{1,5}$/.test(digits);
  const address = known ? Number(digits) : Number.NaN;
  return address <= MOST_ADDRESS ? address : undefined;
}

/** Hex digits without the blanks between them. */
export const plainHex = (text: string): string => text.replaceAll(/\s/g, '').toLowerCase();

/** What a write sends: two hex digits a byte, two bytes a register. */
export function instructionDataRule(fn: InstructionFunction, text: string): Rule | undefined {
  const digits = plainHex(text);
  if (!writesRegisters(fn)) return digits === '' ? undefined : 'instructionDataOfRead';
  if (digits === '') return 'instructionDataEmpty';
  if (!/^[0-9a-f]+$/.test(digits)) return 'instructionDataInvalid';
  if (digits.length % 2 !== 0) return 'instructionDataOdd';
  if (digits.length % 4 !== 0) return 'instructionDataHalf';
  return digits.length / 4 > (fn === 6 ? 1 : MOST_WRITTEN) ? 'instructionDataLong' : undefined;
}

export function instructionCountRule(fn: InstructionFunction, count: number): Rule | undefined {
  if (writesRegisters(fn)) return undefined;
  return Number.isInteger(count) && count >= 1 && count <= MOST_READ ? undefined : 'instructionCountInvalid';
}

/** A short name for programs: letters, digits, dash and line. */
export function instructionCodeRule(code: string): Rule | undefined {
  return /^[A-Z0-9_-]{1,32}$/i.test(code.trim()) ? undefined : 'instructionCodeInvalid';
}

/** The words of hex digits. */
export const wordsOfHex = (digits: string): number[] =>
  (plainHex(digits).match(/[0-9a-f]{4}/g) ?? []).map((word) => Number.parseInt(word, 16));
