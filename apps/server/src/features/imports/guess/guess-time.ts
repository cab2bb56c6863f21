import { timeReader, type ReadTime } from '@sunfleet/contract/read-time';

const DATES = [
  'DD/MM/YYYY',
  'MM/DD/YYYY',
  'DD.MM.YYYY',
  'DD-MM-YYYY',
  'YYYY/MM/DD',
  'YYYY.MM.DD',
  'DD/MM/YY',
  'MM/DD/YY',
  'YYYY年MM月DD日',
];
const CLOCKS = [' HH:mm', ' HH:mm:ss', ' h:mm A', ' h:mm:ss A', ''];
/** Each with its reader, which is made once: a table may have 16,384 columns. */
const FORMATS = [
  'iso',
  'epochMs',
  'epochS',
  ...DATES.flatMap((date) => CLOCKS.map((clock) => date + clock)),
].map((format) => ({ format, read: timeReader(format)! }));
type Format = (typeof FORMATS)[number];

export interface TimeGuess {
  column: number;
  format: string;
  /** Fixed zone where every time carries the same offset. */
  timeZone: string | undefined;
}

/**
 * Column and form of the times: the first column that one form reads throughout. Where day and month could be either, the form
 * under which the times lie closer together.
 */
export function guessTime(rows: readonly (readonly string[])[], width: number): TimeGuess | undefined {
  for (let column = 0; column < width; column += 1) {
    const texts = rows.map((row) => row[column] ?? '').filter((text) => text.trim() !== '');
    if (texts.length < rows.length / 2 || texts.length === 0) continue;
    const readings = FORMATS.flatMap((one) => {
      const span = spanOf(texts, one);
      return span === undefined ? [] : [{ format: one.format, span }];
    });
    if (readings.length === 0) continue;
    const best = readings.reduce((a, b) => (b.span < a.span ? b : a));
    return { column, format: best.format, timeZone: fixedZone(texts) };
  }
  return undefined;
}

/** Milliseconds between first and last time; undefined when a text is of another form or no plausible time. */
function spanOf(texts: readonly string[], { format, read }: Format): number | undefined {
  let first = Infinity;
  let last = -Infinity;
  for (const text of texts) {
    const time = read(text);
    if (!time || !plausible(format, text)) return undefined;
    first = Math.min(first, epochOf(time));
    last = Math.max(last, epochOf(time));
  }
  return first > Date.UTC(1995, 0) && last < Date.UTC(2100, 0) ? last - first : undefined;
}

/** A plain number is a time only with as many digits as epochs have today; ISO without separators could be any counter. */
function plausible(format: string, text: string): boolean {
  if (format === 'epochMs') return /^\s*\d{12,13}\s*$/.test(text);
  if (format === 'epochS') return /^\s*\d{9,10}(\.\d+)?\s*$/.test(text);
  return /\D/.test(text.trim());
}

const epochOf = (time: ReadTime) => ('instant' in time ? time.instant : time.wall);

/** `+04:00` on every time is the zone `Etc/GMT-4` (the sign of these names is the other way round). */
function fixedZone(texts: readonly string[]): string | undefined {
  const offsets = new Set(texts.map((text) => /\d(Z|[+-]\d{2}:?\d{2})\s*$/i.exec(text)?.[1]?.toUpperCase()));
  const [offset] = offsets;
  if (offsets.size !== 1 || offset === undefined || /^\d{4}-\d{2}-\d{2}$/.test(texts[0]!.trim()))
    return undefined;
  const hours = offset === 'Z' ? 0 : Number(offset.slice(0, 3));
  if (offset !== 'Z' && !offset.endsWith('00')) return undefined;
  return hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}
