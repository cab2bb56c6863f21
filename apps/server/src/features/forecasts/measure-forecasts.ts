import { forecastErrors, smartPersistence, squaredErrors } from '@sunfleet/analysis';
import { sql } from 'kysely';
import { togetherOrAlone } from '../../platform/jobs/together-or-alone.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Fleet, FleetStation } from '../fleet/index.ts';
import { clearOf, DAY_MS, halfHoursOf, PLACES, shareOfClear } from './forecast-day.ts';
import { HALF_HOUR_MS, readHalfHours } from './half-hours.ts';

interface MeasureParts extends Pick<Platform, 'db' | 'samples' | 'clock' | 'log'> {
  fleet: Pick<Fleet, 'station' | 'devicesOf'>;
}

/** Loggers send what they held within so long after the day. */
const SETTLED_MS = 2 * 3_600_000;
/** Days by which skill and range are told. */
export const KEPT_DAYS = 30;
const AT_ONCE = 200;
/** An hour ahead. */
const HOUR_PLACES = 2;

/** Compares the forecasts of days that are over with what was measured, keeps the errors for a month, and forgets the forecasts. */
export async function measureForecasts(parts: MeasureParts, signal: AbortSignal): Promise<void> {
  const { db, clock } = parts;
  await db
    .deleteFrom('forecastDays')
    .where('day', '<', sql<string>`(${new Date(clock.now() - KEPT_DAYS * DAY_MS)}::timestamptz)::date`)
    .execute();
  let after = 0;
  while (!signal.aborted) {
    const last = await measureSome(parts, after);
    if (last === undefined) return;
    after = last;
  }
}

/** Measures some stations with numbers behind `after`; answers the last one. */
async function measureSome(parts: MeasureParts, after: number): Promise<number | undefined> {
  const { db, clock, fleet, log } = parts;
  const rows = await db
    .selectFrom('stationForecasts')
    .selectAll()
    .where('stationId', '>', after)
    // The days of Kiribati are over first.
    .where('day', '<', sql<string>`(${new Date(clock.now() + 14 * 3_600_000)}::timestamptz)::date`)
    .orderBy('stationId')
    .limit(AT_ONCE)
    .execute();
  const due = rows.flatMap((row) => {
    const station = fleet.station(row.stationId);
    const span = station && halfHoursOf(row.day, station.timeZone);
    return span && span.end + SETTLED_MS <= clock.now() ? [{ ...row, station, span }] : [];
  });
  const groups = Map.groupBy(due, ({ span, station }) => `${span.start} ${station.timeZone}`);
  for (const group of groups.values())
    await togetherOrAlone(
      group,
      (some) => db.transaction().execute((trx) => keepDays(parts, trx, some)),
      (error, { stationId }) =>
        log.error({ err: error, stationId }, 'the forecast of a station was not kept'),
    );
  return rows.at(-1)?.stationId;
}

interface Due {
  stationId: number;
  day: string;
  madeAt: Date;
  source: 'weather' | 'persistence';
  forecast: number[];
  station: FleetStation;
  span: ReturnType<typeof halfHoursOf>;
}

async function keepDays({ samples, fleet, log }: MeasureParts, trx: Db, due: readonly Due[]): Promise<void> {
  const { span } = due[0]!;
  const ids = due.map(({ stationId }) => stationId);
  const measured = await readHalfHours(samples, {
    stations: ids,
    from: span.start - DAY_MS,
    length: PLACES + span.times.length,
  });
  const days = [];
  for (const one of due) {
    const pv = measured.get(one.stationId)?.pv;
    // Made while the day ran: that is no forecast of a day ahead.
    if (!pv || one.madeAt.getTime() >= span.start) continue;
    const { stationId, day, source } = one;
    try {
      const found = await measuredDay(fleet, one, pv);
      if (isStorable(found)) days.push({ stationId, day, source, ...found });
    } catch (error) {
      // Its forecast goes with those of all others, which wait for nobody.
      log.error({ err: error, stationId }, 'the forecast of a station was not measured');
    }
  }
  if (days.length > 0)
    await trx
      .insertInto('forecastDays')
      .values(days)
      .onConflict((conflict) => conflict.columns(['stationId', 'day']).doNothing())
      .execute();
  await trx
    .deleteFrom('stationForecasts')
    .where('stationId', '=', sql<number>`ANY(${ids})`)
    .where('day', '=', due[0]!.day)
    .execute();
}

/** Errors of so many clear skies say nothing. */
const MOST_ERROR = 1e6;

/** Whether errors are numbers that the database holds: a clear sky of a data sheet that somebody made up may be next to nothing or beyond any number. */
function isStorable({ errors, ...squared }: Awaited<ReturnType<typeof measuredDay>>): boolean {
  return (
    Object.values(squared).every(Number.isFinite) &&
    errors.every((error) => error === null || Math.abs(error) <= MOST_ERROR)
  );
}

/** Errors of a day, and squared ones against plain persistence: a day ahead against the day before, an hour ahead against the power of an hour before. */
async function measuredDay(
  fleet: Pick<Fleet, 'devicesOf'>,
  { station, span, forecast: made }: Due,
  pv: Float64Array,
) {
  const clear = await clearOf(fleet, station, span.middles);
  const forecast = Float64Array.from(made);
  const before = pv.subarray(0, span.times.length);
  const power = pv.subarray(PLACES);
  const ahead = squaredErrors({ power, forecast, persistence: before, clear });
  const profile = shareOfClear(forecast, clear);
  const later = power.map((_, place) => {
    const from = place - HOUR_PLACES + 1;
    if (from < 1) return NaN;
    return smartPersistence({ clear, profile, measured: power, from, stepMs: HALF_HOUR_MS })[place]!;
  });
  const held = power.map((_, place) => power[place - HOUR_PLACES] ?? NaN);
  const hour = squaredErrors({ power, forecast: later, persistence: held, clear });
  return {
    places: ahead.n,
    squared: ahead.forecast,
    squaredPersistence: ahead.persistence,
    hourPlaces: hour.n,
    hourSquared: hour.forecast,
    hourSquaredPersistence: hour.persistence,
    // As its column holds them: the database refuses what comes nearer to nothing.
    errors: Array.from(forecastErrors({ power, forecast, clear }), (error) =>
      Number.isNaN(error) ? null : Math.fround(error),
    ),
  };
}
