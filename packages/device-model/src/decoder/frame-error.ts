/** Why bytes are no frame that the decoder knows. */
export type FrameFault =
  | 'empty'
  | 'notHex'
  | 'halfByte'
  | 'tooLong'
  | 'unknownProtocol'
  | 'badMarker'
  | 'badLength'
  | 'badEnd'
  | 'badChecksum'
  | 'badCrc'
  | 'malformed';

/** What a frame should hold (a byte, or how many of them), what it holds instead, and at which byte (of text: at which letter). */
export interface FrameFaultDetails {
  at?: number;
  expected?: string;
  found?: string;
}

/** Bytes that are no frame, with the place and what would be right there. */
export class FrameError extends Error {
  readonly fault: FrameFault;
  readonly details: FrameFaultDetails;

  constructor(fault: FrameFault, details: FrameFaultDetails = {}) {
    super(wordsOf(fault, details));
    this.name = 'FrameError';
    this.fault = fault;
    this.details = details;
  }
}

const WORDS: Readonly<Record<FrameFault, string>> = {
  empty: 'There are no bytes.',
  notHex: 'Only hexadecimal digits are bytes.',
  halfByte: 'A byte has two digits, and the number of digits is odd.',
  tooLong: 'These are too many bytes.',
  unknownProtocol: 'This begins like no frame of V5, Modbus RTU or Modbus TCP.',
  badMarker: 'The fourth byte of a V5 frame is 10.',
  badLength: 'The frame has another number of bytes than it should.',
  badEnd: 'A V5 frame ends with 15.',
  badChecksum: 'The checksum is wrong.',
  badCrc: 'The CRC is wrong.',
  malformed: 'No request or answer of Modbus has this function.',
};

function wordsOf(fault: FrameFault, { at, expected, found }: FrameFaultDetails): string {
  const facts = [
    at !== undefined && `at ${at}`,
    expected !== undefined && `expected ${expected}`,
    found !== undefined && `found ${found}`,
  ].filter((fact) => fact !== false);
  return facts.length === 0 ? WORDS[fault] : `${WORDS[fault]} (${facts.join(', ')})`;
}
