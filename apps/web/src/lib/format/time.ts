import { isKnownZone } from '../time/zone.ts';
import { UNKNOWN } from './number.ts';

/** `time` 14:05, `seconds` 14:05:09, `date` 21 Nov 2026, `dateTime` both, `full` with seconds. */
export type TimeStyle = 'time' | 'seconds' | 'date' | 'dateTime' | 'full' | 'month';

const STYLES: Record<TimeStyle, Intl.DateTimeFormatOptions> = {
  time: { hour: 'numeric', minute: '2-digit' },
  seconds: { hour: 'numeric', minute: '2-digit', second: '2-digit' },
  date: { dateStyle: 'medium' },
  dateTime: { dateStyle: 'medium', timeStyle: 'short' },
  full: { dateStyle: 'medium', timeStyle: 'medium' },
  month: { year: 'numeric', month: 'long' },
};

const formats = new Map<string, Intl.DateTimeFormat>();

function dateFormat(language: string, zone: string | undefined, style: TimeStyle): Intl.DateTimeFormat {
  const key = `${language} ${zone ?? ''} ${style}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(language, { ...STYLES[style], ...(zone ? { timeZone: zone } : {}) });
    formats.set(key, format);
  }
  return format;
}

/**
 * A moment in a zone (the browser's where none is given). A number that is no moment is not known, and in a zone that the browser has not heard of it is told
 * in UTC: one row of a list would end the page for all the others.
 */
export function formatTime(
  time: number | null | undefined,
  { language, zone, style = 'dateTime' }: { language: string; zone?: string; style?: TimeStyle },
): string {
  if (time === null || time === undefined || Number.isNaN(new Date(time).getTime())) return UNKNOWN;
  if (zone && !isKnownZone(zone)) return `${dateFormat(language, 'UTC', style).format(time)} UTC`;
  return dateFormat(language, zone, style).format(time);
}

/** A calendar day, month or year as the server writes it (`2026-11-21`, `2026-11`, `2026`). */
export function formatDay(day: string | null | undefined, language: string): string {
  if (!day) return UNKNOWN;
  if (/^\d{4}$/.test(day)) return day;
  const style = day.length === 7 ? 'month' : 'date';
  return dateFormat(language, 'UTC', style).format(Date.parse(day.length === 7 ? `${day}-01` : day));
}

/** Day of the week of a calendar day, `Tuesday` in the language. */
export const formatWeekday = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(Date.parse(day));

/** Days from one to another of the calendar, `23 – 29 Nov 2026` in the language. */
export const formatDays = (from: string, to: string, language: string): string =>
  dateFormat(language, 'UTC', 'date').formatRange(Date.parse(from), Date.parse(to));

const UNITS: readonly (readonly [below: number, ms: number, unit: Intl.RelativeTimeFormatUnit])[] = [
  [60_000, 1000, 'second'],
  [3_600_000, 60_000, 'minute'],
  [2 * 86_400_000, 3_600_000, 'hour'],
  [60 * 86_400_000, 86_400_000, 'day'],
  [730 * 86_400_000, 30 * 86_400_000, 'month'],
  [Infinity, 365 * 86_400_000, 'year'],
];

/** How long ago, `12 s ago` in the language; under 3 s it is now. A moment in the future (a wrong clock) counts as now. */
export function formatAge(time: number | null | undefined, now: number, language: string): string {
  if (time === null || time === undefined) return UNKNOWN;
  const age = Math.max(0, now - time);
  if (age < 3000) return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(0, 'second');
  const [, ms, unit] = UNITS.find(([below]) => age < below)!;
  return new Intl.RelativeTimeFormat(language, { style: 'short' }).format(-Math.floor(age / ms), unit);
}

/** A length of time in its two largest units, `2 h 5 min`. */
export function formatDuration(ms: number | null | undefined, language: string): string {
  if (ms === null || ms === undefined) return UNKNOWN;
  const seconds = Math.max(0, Math.round(ms / 1000));
  const parts: [number, string][] = [
    [Math.floor(seconds / 86_400), 'day'],
    [Math.floor(seconds / 3600) % 24, 'hour'],
    [Math.floor(seconds / 60) % 60, 'minute'],
    [seconds % 60, 'second'],
  ];
  const first = parts.findIndex(([amount]) => amount > 0);
  const shown = first < 0 ? parts.slice(3) : parts.slice(first, first + 2).filter(([amount]) => amount > 0);
  return shown.map(([amount, unit]) => unitText(amount, unit, language)).join(' ');
}

function unitText(amount: number, unit: string, language: string): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(amount);
}
