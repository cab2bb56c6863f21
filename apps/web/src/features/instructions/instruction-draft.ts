import {
  addressRule,
  instructionCodeRule,
  instructionCountRule,
  instructionDataRule,
  readAddress,
  textRule,
  wordsOfHex,
  writesRegisters,
  type Instruction,
  type InstructionFunction,
  type InstructionInput,
  type Rule,
} from '@sunfleet/contract';
import { encodeReadRequest, encodeWriteRequest, hexOf } from '@sunfleet/device-model';

/** An instruction as somebody types it. */
export interface InstructionDraft {
  code: string;
  name: string;
  fn: InstructionFunction;
  address: string;
  count: string;
  data: string;
  dangerous: boolean;
}

export const emptyDraft: InstructionDraft = {
  code: '',
  name: '',
  fn: 3,
  address: '',
  count: '1',
  data: '',
  dangerous: true,
};

export const draftOf = ({
  code,
  name,
  fn,
  address,
  count,
  data,
  dangerous,
}: Instruction): InstructionDraft => ({
  code,
  name,
  fn,
  address: String(address),
  count: String(count),
  data,
  dangerous,
});

/** What is wrong, by field. */
export function draftFaults(draft: InstructionDraft): ReadonlyMap<keyof InstructionDraft, Rule> {
  const { code, name, fn, address, count, data } = draft;
  const rules: [keyof InstructionDraft, Rule | undefined][] = [
    ['code', instructionCodeRule(code)],
    ['name', textRule(name, 'nameEmpty', 64)],
    ['address', addressRule(address)],
    ['count', instructionCountRule(fn, Number(count))],
    ['data', writesRegisters(fn) ? instructionDataRule(fn, data) : undefined],
  ];
  return new Map(rules.filter((rule): rule is [keyof InstructionDraft, Rule] => rule[1] !== undefined));
}

/** What is sent to the server of a draft without faults. */
export function inputOf({
  code,
  name,
  fn,
  address,
  count,
  data,
  dangerous,
}: InstructionDraft): InstructionInput {
  const writes = writesRegisters(fn);
  return {
    code,
    name,
    fn,
    address: readAddress(address) ?? 0,
    count: writes ? 1 : Number(count),
    data: writes ? data : '',
    dangerous,
  };
}

/** The frame for the device with address 1, with its CRC; undefined while something is wrong. */
export function frameOf(draft: InstructionDraft): string | undefined {
  const faults = draftFaults(draft);
  if (['address', 'count', 'data'].some((field) => faults.has(field as keyof InstructionDraft)))
    return undefined;
  const { fn, data, count } = draft;
  const addr = readAddress(draft.address) ?? 0;
  const bytes = writesRegisters(fn)
    ? encodeWriteRequest({ slave: 1, fn: fn as 6 | 16, addr, words: wordsOfHex(data) })
    : encodeReadRequest({ slave: 1, fn: fn as 3 | 4, addr, count: Number(count) });
  return hexOf(bytes);
}

/** Bytes with blanks between them, as people read them. */
export const spacedHex = (digits: string): string => (digits.match(/../g) ?? []).join(' ').toUpperCase();
