import { addDays, dayRange, localDayOf, settleByGridType, storageValueSteps } from '@sunfleet/analysis';
import type { StationStorageValue } from '@sunfleet/contract';
import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import { inTurns } from '../../../platform/in-turns.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requireStation } from '../../stations/index.ts';
import { pricedStations, stepOf } from './priced-station.ts';
import { readIntervals, type Step } from './read-intervals.ts';

interface ValueQuery {
  id: number;
  /** First and last local day. */
  from: string;
  to: string;
}

const DAY_MS = 86_400_000;
const LONGEST_DAYS = 400;
/** Minutes: within an hour a battery takes from the roof and gives to the house, so that hours cannot tell them apart. */
const LONGEST_STEP = 15;

/**
 * What the batteries of a station earned between two local days; days to come are left out. Throws AppError `stationNotFound`, `rangeTooLong`, and
 * `invalidInput` for days that are none or in the wrong order.
 */
export async function stationStorageValue(
  { db, samples, clock }: Pick<Platform, 'db' | 'samples' | 'clock'>,
  actor: Actor,
  { id, from, to }: ValueQuery,
): Promise<StationStorageValue> {
  await requireStation(db, actor, id, 'tariffs.view');
  const [station] = await pricedStations(db, [id]);
  const { timeZone: zone, terms, gridType } = station!;
  const { start, end } = rangeOf({ from, to }, { zone, now: clock.now() });
  const step = Math.min(LONGEST_STEP, stepOf(station!, clock.now())) as Step;
  const read = await readIntervals(samples, { ids: [id], start, end, step });
  const measured = read.get(id) ?? { starts: new Float64Array(), lengthMs: step * 60_000 };
  const { intervals, without } = settleByGridType(measured, gridType);
  const feedsIn = !without.includes('feedIn');
  const value = await inTurns(storageValueSteps(intervals, { terms, zone, feedsIn }));
  return { from, to: end > start ? addDays(localDayOf(end, zone), -1) : from, step, ...value };
}

/** From the beginning of the first day to the end of the last one, or of the running one. */
function rangeOf(
  { from, to }: Pick<ValueQuery, 'from' | 'to'>,
  { zone, now }: { zone: string; now: number },
): { start: number; end: number } {
  const running = dayRange(localDayOf(now, zone), zone).end;
  let range;
  try {
    range = { start: dayRange(from, zone).start, end: dayRange(to, zone).end };
  } catch {
    throw new AppError('invalidInput', { fields: 'query.from, query.to' });
  }
  if (range.end <= range.start) throw new AppError('invalidInput', { fields: 'query.to' });
  if (range.end - range.start > (LONGEST_DAYS + 1) * DAY_MS)
    throw new AppError('rangeTooLong', { days: LONGEST_DAYS });
  return { start: range.start, end: Math.max(range.start, Math.min(range.end, running)) };
}
