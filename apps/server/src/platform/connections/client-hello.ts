/** With a key share that withstands quantum computers, and many names, it has some two kilobytes. */
export const LARGEST_HELLO = 16 * 1024;

const HANDSHAKE_RECORD = 22;
const RECORD_HEAD = 5;
const MESSAGE_HEAD = 4;

/**
 * Whether the first word of a TLS client is there as a whole, however many records it is cut into. Also true for what is no such word, because TLS
 * refuses that at once.
 */
export function isWholeHello(bytes: Buffer): boolean {
  const head: number[] = [];
  let come = 0;
  for (let at = 0; at + RECORD_HEAD <= bytes.length;) {
    if (bytes[at] !== HANDSHAKE_RECORD) return true;
    const start = at + RECORD_HEAD;
    at = start + bytes.readUInt16BE(at + 3);
    const there = Math.min(at, bytes.length);
    for (let next = start; next < there && head.length < MESSAGE_HEAD; next += 1) head.push(bytes[next]!);
    come += there - start;
    if (head.length === MESSAGE_HEAD && come >= MESSAGE_HEAD + lengthOf(head)) return true;
  }
  return false;
}

/** Bytes of a message, by its head: one byte of type, three of length. */
function lengthOf([, high = 0, middle = 0, low = 0]: readonly number[]): number {
  return high * 65_536 + middle * 256 + low;
}
