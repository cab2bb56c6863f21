import {
  encodeException,
  encodeWriteResponse,
  parameterValue,
  refusedValue,
  type ModbusWrite,
} from '@sunfleet/device-model';
import type { Settable } from './settings.ts';

export const ILLEGAL_FUNCTION = 1;
export const ILLEGAL_ADDRESS = 2;
const ILLEGAL_VALUE = 3;

/** Sets registers as an inverter does: all of a request or, with the exception that says why, none. */
export function writeRegisters({ profile, settings }: Settable, request: ModbusWrite): Uint8Array {
  const { fn, addr, words } = request;
  if (!profile.writes.some((write) => write.fn === fn)) return encodeException(request, ILLEGAL_FUNCTION);
  const taken: [key: string, value: number][] = [];
  for (const [at, word] of words.entries()) {
    const write = profile.writes.find((each) => each.addr === addr + at && each.fn === fn);
    if (!write) return encodeException(request, ILLEGAL_ADDRESS);
    const value = parameterValue(write, word);
    if (value === undefined || refusedValue(write, value)) return encodeException(request, ILLEGAL_VALUE);
    taken.push([write.key, value]);
  }
  for (const [key, value] of taken) settings[key] = value;
  return encodeWriteResponse(request);
}
