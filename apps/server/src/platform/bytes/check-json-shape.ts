import { AppError } from '../errors.ts';

/** Lists and objects within each other: no message of ours needs ten. */
export const DEEPEST = 32;
/** Lists and objects: a push of the most readings has two each. */
export const MOST_BRACKETS = 20_000;
/** Entries of all lists and objects: as many values as a push has room for. */
export const MOST_COMMAS = 300_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/**
 * To be called before JSON of others is parsed: a parser takes a microsecond for each list and object, so two megabytes of nothing but
 * brackets would hold the process for seconds. Looks at each byte once, and ends at the first that is too many. What is no JSON is left to
 * the parser. Throws AppError `jsonTooComplex`.
 */
export function checkJsonShape(bytes: Buffer): void {
  let depth = 0;
  let brackets = 0;
  let commas = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfText(bytes, at);
    else if (byte === COMMA) commas += 1;
    else if (byte === OPEN || byte === OPEN_LIST) {
      depth += 1;
      brackets += 1;
      if (depth > DEEPEST || brackets > MOST_BRACKETS) throw tooComplex();
    } else if (byte === CLOSE || byte === CLOSE_LIST) depth -= 1;
  }
  if (commas > MOST_COMMAS) throw tooComplex();
}

function tooComplex(): AppError {
  return new AppError('jsonTooComplex', { depth: DEEPEST, most: MOST_BRACKETS });
}

/** Position of the quote that ends the text which begins at `start`; the length where it has no end. */
function endOfText(bytes: Buffer, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
