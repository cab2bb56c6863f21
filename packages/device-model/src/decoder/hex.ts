import { FrameError } from './frame-error.ts';

/** More bytes than the longest frames of a capture that somebody pastes. */
export const MOST_BYTES = 65_536;

/** What people and programs write around bytes: `0x`, blanks, colons, commas, dashes, backslash-x. */
const AROUND = /0x|\\x|[\s:,;|_-]/giy;
const DIGIT = /[0-9a-f]/i;

/** Bytes of hexadecimal text, however it is spaced. Throws `FrameError` with the place of what is no digit. */
export function bytesOfHex(text: string): Uint8Array {
  if (text.length > 4 * MOST_BYTES) throw new FrameError('tooLong', { expected: `<= ${MOST_BYTES}` });
  const digits: string[] = [];
  let at = 0;
  while (at < text.length) {
    AROUND.lastIndex = at;
    if (AROUND.test(text)) {
      at = AROUND.lastIndex;
    } else if (DIGIT.test(text[at]!)) {
      digits.push(text[at]!);
      at += 1;
    } else {
      throw new FrameError('notHex', { at: at + 1, found: JSON.stringify(text[at]) });
    }
  }
  if (digits.length === 0) throw new FrameError('empty');
  if (digits.length % 2 !== 0) throw new FrameError('halfByte', { found: String(digits.length) });
  return Uint8Array.from({ length: digits.length / 2 }, (_, index) =>
    Number.parseInt(digits[2 * index]! + digits[2 * index + 1]!, 16),
  );
}

/** Bytes as hexadecimal digits, two a byte. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A number as `0x` and as many digits as it has bytes. */
export function hexNumber(value: number, bytes: 1 | 2): string {
  return `0x${value.toString(16).padStart(2 * bytes, '0')}`;
}
