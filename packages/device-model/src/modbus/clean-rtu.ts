import { hasValidCrc } from './crc16.ts';

/** What devices add to frames: a byte FF before it, or the CRC of the whole frame (always 00 00) behind it. */
export type RtuQuirk = 'strayFF' | 'doubleCrc';

export interface CleanRtu {
  rtu: Uint8Array;
  quirks: RtuQuirk[];
}

/** The frame within what a device sent; undefined where no CRC is right. */
export function cleanRtu(body: Uint8Array): CleanRtu | undefined {
  return cleanEnd(body, []) ?? (body[0] === 0xff ? cleanEnd(body.subarray(1), ['strayFF']) : undefined);
}

function cleanEnd(frame: Uint8Array, quirks: RtuQuirk[]): CleanRtu | undefined {
  const end = frame.length - 2;
  const doubled = end >= 5 && frame[end] === 0 && frame[end + 1] === 0;
  const shorter = frame.subarray(0, end);
  if (doubled && hasValidCrc(shorter)) return { rtu: shorter, quirks: [...quirks, 'doubleCrc'] };
  return hasValidCrc(frame) ? { rtu: frame, quirks } : undefined;
}
