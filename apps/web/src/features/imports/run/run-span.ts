import type { ImportRun } from '@sunfleet/contract';
import { UNKNOWN } from '../../../lib/format/number.ts';
import type { Format } from '../../../lib/format/use-format.ts';

/** Times of the rows in the zone they were read in. */
export function spanOf(
  { firstTime, lastTime, timeZone }: Pick<ImportRun, 'firstTime' | 'lastTime' | 'timeZone'>,
  format: Format,
): string {
  if (firstTime === null || lastTime === null) return UNKNOWN;
  return `${format.dateTime(firstTime, timeZone)} – ${format.dateTime(lastTime, timeZone)} (${timeZone})`;
}
