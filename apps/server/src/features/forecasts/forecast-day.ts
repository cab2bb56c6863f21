import { setImmediate as nextRound } from 'node:timers/promises';
import { clearPower, dayRange, prepareSteps, skyColumns } from '@sunfleet/analysis';
import { inSmallSteps } from '../../platform/in-small-steps.ts';
import type { Fleet, FleetStation } from '../fleet/index.ts';
import { modelOf } from '../telemetry/index.ts';
import { HALF_HOUR_MS } from './half-hours.ts';

export const DAY_MS = 86_400_000;
/** Places of 24 hours. */
export const PLACES = DAY_MS / HALF_HOUR_MS;

/** Half hours of a local day: their begins and middles, epoch milliseconds. */
export function halfHoursOf(day: string, zone: string) {
  const { start, end } = dayRange(day, zone);
  const length = Math.round((end - start) / HALF_HOUR_MS);
  const times = Array.from({ length }, (_, place) => start + place * HALF_HOUR_MS);
  return { start, end, times, middles: Float64Array.from(times, (time) => time + HALF_HOUR_MS / 2) };
}

/** Power of a station under a clear sky at times, W. Others have their turn before it: a day of hundreds of arrays takes a tenth of a second. */
export async function clearOf(
  fleet: Pick<Fleet, 'devicesOf'>,
  station: FleetStation,
  middles: Float64Array,
): Promise<Float64Array> {
  const model = modelOf(fleet, station, middles[0]!);
  await inSmallSteps(prepareSteps(model));
  await nextRound();
  return clearPower(model, skyColumns(middles, model.site));
}

/** A forecast by the clear sky of its time; 0 by night. */
export const shareOfClear = (forecast: ArrayLike<number>, clear: Float64Array): Float64Array =>
  clear.map((watts, place) => (watts > 0 ? forecast[place]! / watts : 0));
