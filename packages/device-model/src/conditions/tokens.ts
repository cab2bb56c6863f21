/** Where something stands in a text: the first letter, and the one behind the last. */
export interface Place {
  from: number;
  to: number;
}

export type ConditionFault =
  | 'empty'
  | 'tooLong'
  | 'tooDeep'
  | 'unknownLetter'
  | 'unexpected'
  | 'unfinished'
  | 'unknownPoint'
  | 'noGauge'
  | 'noPoint'
  | 'unknownFunction'
  | 'unknownUnit'
  | 'unitMismatch'
  | 'needsTruth'
  | 'needsNumber'
  | 'windowInvalid'
  | 'nested'
  | 'divisionByZero';

/** What is wrong with a condition, and where. `text` is what stands there. */
export class ConditionError extends Error {
  readonly fault: ConditionFault;
  readonly place: Place;
  readonly text: string;

  constructor(fault: ConditionFault, place: Place, text: string) {
    super(`${fault} at ${place.from}`);
    this.fault = fault;
    this.place = place;
    this.text = text;
  }
}

type TokenKind = 'number' | 'name' | 'unit' | 'sign' | 'end';

export interface Token extends Place {
  kind: TokenKind;
  text: string;
}

const PATTERNS: readonly (readonly [TokenKind, RegExp])[] = [
  ['number', /\d+(?:\.\d+)?/y],
  ['sign', /<=|>=|!=|[<>=()+\-*/,]/y],
  ['name', /[A-Za-z][A-Za-z0-9]*(?:\.[A-Za-z0-9]+)*/y],
  ['unit', /[%°‰Ωµ²³\p{L}]+/uy],
];
const BLANKS = /\s+/y;

/** Cuts a text into words and signs, each letter looked at once. Throws ConditionError. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    BLANKS.lastIndex = at;
    if (BLANKS.test(text)) at = BLANKS.lastIndex;
    if (at >= text.length) break;
    const token = tokenAt(text, at);
    if (!token) throw new ConditionError('unknownLetter', { from: at, to: at + 1 }, text.slice(at, at + 1));
    tokens.push(token);
    at = token.to;
  }
  tokens.push({ kind: 'end', text: '', from: text.length, to: text.length });
  return tokens;
}

function tokenAt(text: string, at: number): Token | undefined {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) return { kind, text: found[0], from: at, to: at + found[0].length };
  }
  return undefined;
}
