const MINUS = 0x2d;
const PLUS = 0x2b;
const DOT = 0x2e;
const LOWER_E = 0x65;
const UPPER_E = 0x45;
const ZERO = 0x30;

/** Powers of ten a double holds exactly. */
const POWERS = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));
/** Digits a double holds exactly. */
const EXACT_DIGITS = 15;

/** Where the last number ended; the same object always, so that scanning a number allocates nothing. */
export const scanned = { end: 0 };

/**
 * The decimal number at `start`, NaN where there is none; `scanned.end` is the byte behind it. Up to 15 digits with a small
 * exponent are one exact product or quotient of doubles (Clinger 1990); the rest goes to the language's own parser.
 */
export function scanNumber(bytes: Buffer, start: number): number {
  let at = start;
  const sign = bytes[at];
  if (sign === MINUS || sign === PLUS) at += 1;
  // Beginning at -0 makes V8 add doubles from the first digit on, and spares each digit a conversion from an integer and back.
  let mantissa = -0;
  let digits = 0;
  let fraction = 0;
  const first = at;
  for (let digit = bytes[at]! - ZERO; digit >= 0 && digit <= 9; digit = bytes[(at += 1)]! - ZERO) {
    mantissa = mantissa * 10 + digit;
  }
  digits = at - first;
  if (bytes[at] === DOT) {
    const afterDot = (at += 1);
    for (let digit = bytes[at]! - ZERO; digit >= 0 && digit <= 9; digit = bytes[(at += 1)]! - ZERO) {
      mantissa = mantissa * 10 + digit;
    }
    fraction = at - afterDot;
    digits += fraction;
  }
  const letter = bytes[at];
  if (letter === LOWER_E || letter === UPPER_E) return scanExponent(bytes, start, at);
  scanned.end = at;
  if (digits === 0) return Number.NaN;
  if (digits > EXACT_DIGITS) return Number(bytes.toString('latin1', start, at));
  const value = mantissa / POWERS[fraction]!;
  return sign === MINUS ? -value : value;
}

function scanExponent(bytes: Buffer, start: number, letter: number): number {
  let at = letter + 1;
  if (bytes[at] === MINUS || bytes[at] === PLUS) at += 1;
  const first = at;
  while (bytes[at]! >= ZERO && bytes[at]! <= ZERO + 9) at += 1;
  scanned.end = at;
  return at === first ? Number.NaN : Number(bytes.toString('latin1', start, at));
}
