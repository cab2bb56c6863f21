import { timeReader } from '@sunfleet/contract';
import { wallClock } from '../../../lib/time/zone.ts';
import type { ImportDraft } from './import-draft.ts';

/** Times from the first to the last row of a file. */
export interface FilePeriod {
  from: number;
  to: number;
}

/**
 * Period of the file, as its first and last row tell it with the chosen form and zone; epoch milliseconds. Undefined while they cannot be
 * read so. Rows between them may reach further; the check reads all of them.
 */
export function filePeriod({
  preview,
  timeColumn,
  timeFormat,
  timeZone,
}: Pick<ImportDraft, 'preview' | 'timeColumn' | 'timeFormat' | 'timeZone'>): FilePeriod | undefined {
  const read = timeReader(timeFormat.trim());
  const index = preview?.header.indexOf(timeColumn) ?? -1;
  if (!preview || !read || index < 0 || timeZone === '') return undefined;
  const times = preview.ends.flatMap((row) => {
    const time = read(row[index] ?? '');
    if (!time) return [];
    return ['instant' in time ? time.instant : instantOf(time.wall, timeZone)];
  });
  return times.length > 0 ? { from: Math.min(...times), to: Math.max(...times) } : undefined;
}

/** When clocks of the zone show a time; the second look is for days on which they change. */
function instantOf(wall: number, zone: string): number {
  const near = wall - (wallClock(wall, zone) - wall);
  return wall - (wallClock(near, zone) - near);
}
