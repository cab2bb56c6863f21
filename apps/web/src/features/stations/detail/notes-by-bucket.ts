import type { StationNote } from '@sunfleet/contract';

/** Letters of a note that stand at a chart; all of it is in the calendar. */
const LETTERS = 140;

/** A note in few words. */
export const briefNote = ({ text }: Pick<StationNote, 'text'>): string =>
  text.length > LETTERS ? `${text.slice(0, LETTERS).trimEnd()}…` : text;

/** What is noted of each bucket, a day (`2026-11-18`), a month (`2026-11`) or a year, by its start; others have no entry. */
export function notesByBucket(
  notes: readonly StationNote[],
  starts: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  return new Map(
    starts.flatMap((start) => {
      const bucketOf = (day: string) => day.slice(0, start.length);
      const told = notes.filter(({ from, to }) => bucketOf(from) <= start && bucketOf(to) >= start);
      return told.length > 0 ? [[start, told.map(briefNote)] as const] : [];
    }),
  );
}
