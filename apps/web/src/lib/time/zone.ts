const DAY = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function partsFormat(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  return format;
}

/** Whether this browser can tell the time there: zones are named every year, and one may be older than the server. */
export function isKnownZone(zone: string): boolean {
  try {
    partsFormat(zone);
    return true;
  } catch {
    return false;
  }
}

/** Wall clock of a zone at a moment, as if it were UTC (epoch milliseconds). */
export function wallClock(time: number, zone: string): number {
  const part: Record<string, number> = {};
  for (const { type, value } of partsFormat(zone).formatToParts(time)) part[type] = Number(value);
  return Date.UTC(
    part['year']!,
    part['month']! - 1,
    part['day'],
    part['hour'],
    part['minute'],
    part['second'],
  );
}

/** Milliseconds a zone is ahead of UTC at a moment. */
export const zoneOffset = (time: number, zone: string): number =>
  wallClock(time, zone) - Math.floor(time / 1000) * 1000;

/** Local calendar day of a moment, `YYYY-MM-DD`. */
export const isoDayAt = (time: number, zone: string): string =>
  new Date(wallClock(time, zone)).toISOString().slice(0, 10);

/** First moment of a local day (epoch milliseconds); right on days that are 23 or 25 hours long. */
export function startOfDay(day: string, zone: string): number {
  const wall = Date.parse(day);
  const guess = wall - zoneOffset(wall, zone);
  const exact = wall - zoneOffset(guess, zone);
  // Where midnight does not exist (clocks jump at 0:00), the day begins at the jump.
  return isoDayAt(exact, zone) === day ? exact : guess;
}

/** The day so many days later (or earlier). */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

/** `Europe/Madrid (UTC+1)` at a moment. */
export function zoneName(zone: string, time: number): string {
  const minutes = Math.round(zoneOffset(time, zone) / 60_000);
  const rest = Math.abs(minutes) % 60;
  const hours = `${minutes < 0 ? '−' : '+'}${Math.floor(Math.abs(minutes) / 60)}`;
  return `${zone.replaceAll('_', ' ')} (UTC${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''})`;
}
