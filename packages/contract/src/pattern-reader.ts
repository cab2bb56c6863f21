import { timeFormatParts, type TimeField, type TimeToken } from './time-format.ts';

export type TimeFields = Partial<Record<TimeField, string>>;

/** Signs that a half of the day and an offset take at most: `a.m.`, `+05:30`. */
const LONGEST_WORD = 6;
const WORDS: Partial<Record<TimeField, RegExp>> = {
  A: /^[AaPp]\.?[Mm]\.?/,
  Z: /^(?:Z|[+-]\d{2}:?\d{2})/,
};

/** Where a part ends that begins at `at`; undefined where the text has something else there. */
type PartReader = (text: string, at: number) => number | undefined;

/**
 * Reader of the texts of a pattern: their fields as they are written, or undefined for a text of another form. It goes from left to right
 * and never back, so no pattern and no text takes longer than the text is long. Undefined where the pattern is none.
 */
export function patternReader(pattern: string): ((text: string) => TimeFields | undefined) | undefined {
  const parts = timeFormatParts(pattern);
  if (!parts) return undefined;
  const readers = parts.map((part, index) => {
    const next = parts[index + 1];
    if (typeof part === 'string') return { field: undefined, end: part === ' ' ? blanks : sign(part) };
    return { field: part.field, end: token(part, typeof next === 'object' && next.digits !== undefined) };
  });
  return (text) => {
    const fields: TimeFields = {};
    let at = 0;
    for (const { field, end } of readers) {
      const to = end(text, at);
      if (to === undefined) return undefined;
      if (field) fields[field] = text.slice(at, to);
      at = to;
    }
    return at === text.length ? fields : undefined;
  };
}

const sign =
  (wanted: string): PartReader =>
  (text, at) =>
    text[at] === wanted ? at + 1 : undefined;

const blanks: PartReader = (text, at) => {
  let end = at;
  while (end < text.length && /\s/.test(text[end]!)) end += 1;
  return end > at ? end : undefined;
};

/** `beforeDigits`: digits follow at once, so that only the full number of its own tells where this token ends. */
function token({ field, digits }: TimeToken, beforeDigits: boolean): PartReader {
  const word = WORDS[field];
  if (word) {
    return (text, at) => {
      const found = word.exec(text.slice(at, at + LONGEST_WORD));
      return found ? at + found[0].length : undefined;
    };
  }
  const { least, most } = digits!;
  const needed = beforeDigits ? most : least;
  return (text, at) => {
    let end = at;
    while (end < at + most && isDigit(text.charCodeAt(end))) end += 1;
    return end - at >= needed ? end : undefined;
  };
}

const isDigit = (code: number) => code >= 0x30 && code <= 0x39;
