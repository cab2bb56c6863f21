import {
  addDays,
  dayRange,
  localDayOf,
  monthRange,
  yearRange,
  type IntervalEnergies,
  type TimeRange,
} from '@sunfleet/analysis';
import type { RevenuePeriod, StationRevenue } from '@sunfleet/contract';
import type { Actor } from '../../../platform/actor.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requireStation } from '../../stations/index.ts';
import { INVESTMENT, investmentOf } from '../investment.ts';
import { earned } from './earned.ts';
import { paybackOf } from './payback.ts';
import { pricedStations, stepOf, type PricedStation } from './priced-station.ts';
import { readIntervals } from './read-intervals.ts';

/** Revenue of a station's running day, month and year and of all time. Throws AppError `stationNotFound`. */
export async function stationRevenue(
  { db, samples, clock }: Pick<Platform, 'db' | 'samples' | 'clock'>,
  actor: Actor,
  id: number,
): Promise<StationRevenue> {
  await requireStation(db, actor, id, 'tariffs.view');
  const [station] = await pricedStations(db, [id]);
  const step = stepOf(station!, clock.now());
  const [read, cost] = await Promise.all([
    readIntervals(samples, { ids: [id], step }),
    db.selectFrom('stations').select(INVESTMENT).where('id', '=', id).executeTakeFirstOrThrow(),
  ]);
  const history = read.get(id) ?? { starts: new Float64Array(), lengthMs: step * 60_000 };
  const periods = await periodsOf(history, station!, clock.now());
  return { ...periods, step, payback: paybackOf(investmentOf(cost), periods.total) };
}

async function periodsOf(
  history: IntervalEnergies,
  station: PricedStation,
  now: number,
): Promise<Pick<StationRevenue, 'today' | 'month' | 'year' | 'total'>> {
  const zone = station.timeZone;
  const today = localDayOf(now, zone);
  const { start, end } = dayRange(today, zone);
  const first = history.starts[0];
  // A station that was not there yet is charged nothing.
  const since = first === undefined ? start : dayRange(localDayOf(first, zone), zone).start;
  const period = async (range: TimeRange): Promise<RevenuePeriod> => ({
    from: localDayOf(range.start, zone),
    to: addDays(localDayOf(range.end, zone), -1),
    ...(await earned(history, { start: Math.max(range.start, since), end: range.end }, station)),
  });
  return {
    today: await period({ start, end }),
    month: await period({ start: monthRange(today, zone).start, end }),
    year: await period({ start: yearRange(today, zone).start, end }),
    total: first === undefined ? null : await period({ start: since, end }),
  };
}
