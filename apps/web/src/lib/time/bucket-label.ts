/**
 * Name of a local bucket in a language, as short as an axis wants it: `2026-11-18` is `18 Nov`, `2026-11` is `Nov` beside the other
 * months of its year, `2026` stays, and an hour (`2026-11-18T10:00`) is its time.
 */
export function bucketLabel(start: string, language: string): string {
  if (start.length === 4) return start;
  if (start.length > 10) return start.slice(11);
  const style: Intl.DateTimeFormatOptions =
    start.length === 7 ? { month: 'short' } : { day: 'numeric', month: 'short' };
  return new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' }).format(Date.parse(start));
}
