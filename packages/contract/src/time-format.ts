// The forms in which files may write their times. A form is put together from a fixed list of tokens and separators and nothing else, so
// that no text of a user ever becomes a pattern with a meaning of its own.

/** Forms that have a name instead of a pattern. */
export const NAMED_TIME_FORMATS = ['iso', 'epochMs', 'epochS'] as const;

/** Longest pattern, in characters. */
export const TIME_FORMAT_LENGTH = 40;

/** What a token reads; long and short tokens read the same thing. Names are those of common date libraries. */
export type TimeField = 'YYYY' | 'MM' | 'DD' | 'HH' | 'mm' | 'ss' | 'SSS' | 'A' | 'Z';

/** Digits of a field, or none for the half of the day and the offset. */
export interface TimeToken {
  field: TimeField;
  digits?: { least: number; most: number };
}

/** A token, or one sign that stands in the text as it is; a blank stands for any run of blanks. */
export type TimeFormatPart = TimeToken | string;

const oneOrTwo = { least: 1, most: 2 };

/** The longer of two tokens that begin alike comes first. */
const TOKENS: readonly (readonly [string, TimeToken])[] = [
  ['YYYY', { field: 'YYYY', digits: { least: 4, most: 4 } }],
  ['YY', { field: 'YYYY', digits: { least: 2, most: 2 } }],
  ['MM', { field: 'MM', digits: oneOrTwo }],
  ['M', { field: 'MM', digits: oneOrTwo }],
  ['DD', { field: 'DD', digits: oneOrTwo }],
  ['D', { field: 'DD', digits: oneOrTwo }],
  ['HH', { field: 'HH', digits: oneOrTwo }],
  ['H', { field: 'HH', digits: oneOrTwo }],
  ['hh', { field: 'HH', digits: oneOrTwo }],
  ['h', { field: 'HH', digits: oneOrTwo }],
  ['mm', { field: 'mm', digits: oneOrTwo }],
  ['m', { field: 'mm', digits: oneOrTwo }],
  ['SSS', { field: 'SSS', digits: { least: 1, most: 9 } }],
  ['ss', { field: 'ss', digits: oneOrTwo }],
  ['s', { field: 'ss', digits: oneOrTwo }],
  ['A', { field: 'A' }],
  ['Z', { field: 'Z' }],
];

const SEPARATORS = " -/.,:;_'()[]T年月日時时分秒년월일시분초";

/**
 * The parts of a pattern such as `DD/MM/YYYY HH:mm`, from left to right. Undefined where it is too long, has a sign that is neither
 * token nor separator, lacks the year, the month or the day, or names a field twice.
 */
export function timeFormatParts(pattern: string): readonly TimeFormatPart[] | undefined {
  if (pattern.length > TIME_FORMAT_LENGTH) return undefined;
  const parts: TimeFormatPart[] = [];
  let at = 0;
  while (at < pattern.length) {
    const [text, token] = TOKENS.find(([name]) => pattern.startsWith(name, at)) ?? [pattern[at]!, undefined];
    if (!token && !SEPARATORS.includes(text)) return undefined;
    if (token || text !== ' ' || parts.at(-1) !== ' ') parts.push(token ?? text);
    at += text.length;
  }
  const fields = parts.flatMap((part) => (typeof part === 'string' ? [] : [part.field]));
  const complete = (['YYYY', 'MM', 'DD'] as const).every((field) => fields.includes(field));
  return complete && new Set(fields).size === fields.length ? parts : undefined;
}

/** Whether a file's times may be said to be written so. */
export function isTimeFormat(format: string): boolean {
  return NAMED_TIME_FORMATS.some((name) => name === format) || timeFormatParts(format) !== undefined;
}
