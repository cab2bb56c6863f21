const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const SPACE = 0x20;
const EQUALS = 0x3d;
const QUOTE = 0x22;
const NEWLINE = 0x0a;

/** Position of the byte that ends a measurement, tag or field key here: a comma, space, line end, or (not in a measurement) `=`. */
export function endOfKey(bytes: Buffer, start: number, measurement: boolean): number {
  const { length } = bytes;
  for (let at = start; at < length; at += 1) {
    const byte = bytes[at]!;
    if (byte === BACKSLASH) at += 1;
    else if (byte === COMMA || byte === SPACE || byte === NEWLINE) return at;
    else if (byte === EQUALS && !measurement) return at;
  }
  return length;
}

/** Position of the quote that ends a text; the length where there is none. */
export function endOfText(bytes: Buffer, start: number): number {
  for (let at = start; at < bytes.length; at += 1) {
    if (bytes[at] === BACKSLASH) at += 1;
    else if (bytes[at] === QUOTE) return at;
  }
  return bytes.length;
}

/** Position of the line end at or behind `start`; the length at the last line. */
export function endOfLine(bytes: Buffer, start: number): number {
  const end = bytes.indexOf(NEWLINE, start);
  return end === -1 ? bytes.length : end;
}

/**
 * So many bytes of a key or text are read. What is longer is no serial number, point or text that is kept, with and without its escapes, and
 * taking these away costs much more than looking for the end.
 */
const MOST_READ = 2048;

/** Text of a key or tag value: `\,` `\=` and `\ ` lose their backslash. */
export function unescapeKey(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('utf8', start, Math.min(end, start + MOST_READ));
  return text.includes('\\') ? text.replaceAll(/\\([,= ])/g, '$1') : text;
}

/** Text between quotes: `\"` and `\\` lose their backslash. */
export function unescapeText(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('utf8', start, Math.min(end, start + MOST_READ));
  return text.includes('\\') ? text.replaceAll(/\\(["\\])/g, '$1') : text;
}
