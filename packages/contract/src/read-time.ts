import { patternReader } from './pattern-reader.ts';

/** A time as read: an instant, or what a clock on the wall showed (epoch milliseconds as if the wall were UTC). */
export type ReadTime = { instant: number } | { wall: number };
export type TimeReader = (text: string) => ReadTime | undefined;

const ISO =
  /^(?<YYYY>\d{4})-?(?<MM>\d{2})-?(?<DD>\d{2})(?:[T ](?<HH>\d{2}):?(?<mm>\d{2})(?::?(?<ss>\d{2})(?:[.,](?<SSS>\d{1,9}))?)?\s*(?<Z>Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/**
 * Reader of `iso`, `epochMs`, `epochS` or a pattern such as `DD/MM/YYYY HH:mm`. Undefined where the contract knows no such form. The
 * reader answers undefined for a text of another form and for a day or hour that no calendar has.
 */
export function timeReader(format: string): TimeReader | undefined {
  if (format === 'iso') return (text) => fromParts(ISO.exec(text.trim())?.groups);
  if (format === 'epochMs') return (text) => fromEpoch(text, 1);
  if (format === 'epochS') return (text) => fromEpoch(text, 1000);
  const read = patternReader(format);
  return read && ((text) => fromParts(read(text.trim())));
}

function fromEpoch(text: string, scale: number): ReadTime | undefined {
  const trimmed = text.trim();
  if (!/^-?\d{1,17}(?:\.\d+)?$/.test(trimmed)) return undefined;
  return { instant: Math.round(Number(trimmed) * scale) };
}

function fromParts(parts: Readonly<Record<string, string | undefined>> | undefined): ReadTime | undefined {
  if (!parts) return undefined;
  const year = Number(parts.YYYY);
  const month = Number(parts.MM);
  const day = Number(parts.DD);
  const hour = hourOf(parts);
  const minute = Number(parts.mm ?? 0);
  const second = Number(parts.ss ?? 0);
  if (hour === undefined || hour > 24 || minute > 59 || second > 59) return undefined;
  if (hour === 24 && (minute > 0 || second > 0)) return undefined;
  const date = Date.UTC(year < 100 ? 2000 + year : year, month - 1, day);
  const back = new Date(date);
  if (back.getUTCMonth() !== month - 1 || back.getUTCDate() !== day) return undefined;
  const millis = parts.SSS === undefined ? 0 : Math.floor(Number(`0.${parts.SSS}`) * 1000);
  const wall = date + ((hour * 60 + minute) * 60 + second) * 1000 + millis;
  return parts.Z === undefined ? { wall } : { instant: wall - offsetOf(parts.Z) };
}

/** Hour of the day; on a twelve-hour clock 12 a.m. is midnight. */
function hourOf(parts: Readonly<Record<string, string | undefined>>): number | undefined {
  const hour = Number(parts.HH ?? 0);
  if (parts.A === undefined) return hour;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (/^p/i.test(parts.A) ? 12 : 0);
}

function offsetOf(zone: string): number {
  if (/^z$/i.test(zone)) return 0;
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}
