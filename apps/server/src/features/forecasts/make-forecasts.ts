import { setImmediate as breathe } from 'node:timers/promises';
import {
  clearSkyProfile,
  expectedCurveSteps,
  localDayOf,
  smartPersistence,
  UNCALIBRATED,
  type PastDay,
} from '@sunfleet/analysis';
import { inSmallSteps } from '../../platform/in-small-steps.ts';
import { togetherOrAlone } from '../../platform/jobs/together-or-alone.ts';
import type { Platform } from '../../platform/platform.ts';
import { learnedOn, readLearned, type Learned } from '../expected-power/index.ts';
import type { Fleet, FleetStation } from '../fleet/index.ts';
import { modelOf } from '../telemetry/index.ts';
import { weatherColumns, type Weather } from '../weather/index.ts';
import { clearOf, DAY_MS, halfHoursOf, PLACES } from './forecast-day.ts';
import { HALF_HOUR_MS, readHalfHours, type HalfHours } from './half-hours.ts';

export interface ForecastParts extends Pick<Platform, 'db' | 'samples' | 'clock' | 'log'> {
  fleet: Pick<Fleet, 'station' | 'stations' | 'devicesOf'>;
  weather: Weather;
}

/** Days whose skies tell of the next one. */
const PAST_DAYS = 14;
/** At 18 o'clock a day ahead begins. */
const AHEAD_MS = 6 * 3_600_000;
/** Stations whose past is read at once. */
const AT_ONCE = 200;
/** The next job goes on. */
const LONGEST_MS = 20 * 60_000;

/** W; more gives no station, and no column of the database holds what is much more. */
const MOST_WATTS = 1e12;

/**
 * Makes what is missing of the next local day of each station: in the evening before, and of today for a station that is new. A station of which none can be
 * made, whatever is stored of it, keeps nobody else's waiting.
 */
export async function makeForecasts(parts: ForecastParts, signal: AbortSignal): Promise<void> {
  const began = performance.now();
  for (const { day, stations } of await missingDays(parts))
    for (let first = 0; first < stations.length; first += AT_ONCE) {
      if (signal.aborted || performance.now() - began > LONGEST_MS) return;
      await makeSome(parts, { day, stations: stations.slice(first, first + AT_ONCE) });
    }
}

/** Stations without a forecast of their next day, by day and zone. */
async function missingDays({ db, fleet, clock }: ForecastParts) {
  const rows = await db
    .selectFrom('stationForecasts')
    .select(({ fn }) => ['stationId', fn.max('day').as('day')])
    .groupBy('stationId')
    .execute();
  const made = new Map(rows.map(({ stationId, day }) => [stationId, day]));
  const groups = new Map<string, { day: string; stations: FleetStation[] }>();
  const days = new Map<string, string>();
  for (const station of fleet.stations()) {
    const { timeZone: zone } = station;
    const day = days.get(zone) ?? localDayOf(clock.now() + AHEAD_MS, zone);
    days.set(zone, day);
    if ((made.get(station.id) ?? '') >= day) continue;
    const group = groups.get(zone) ?? { day, stations: [] };
    groups.set(zone, group);
    group.stations.push(station);
  }
  return groups.values();
}

async function makeSome(
  parts: ForecastParts,
  { day, stations }: { day: string; stations: FleetStation[] },
): Promise<void> {
  const { db, samples, clock, log } = parts;
  const ids = stations.map(({ id }) => id);
  const span = halfHoursOf(day, stations[0]!.timeZone);
  const from = span.start - PAST_DAYS * DAY_MS;
  const length = PAST_DAYS * PLACES + span.times.length;
  const past = await readHalfHours(samples, { stations: ids, from, length });
  const learned = await readLearned(db, ids);
  const rows = [];
  for (const station of stations) {
    const measured = past.get(station.id);
    if (!measured) continue;
    try {
      const made =
        (await byWeather(parts, station, { day, span, learned: learned.get(station.id) ?? [] })) ??
        (await byPersistence(parts, station, { span, from, measured }));
      // Data sheets are what people typed: one figure beyond any number would end the statement for all.
      if (made?.forecast.every((watts) => Math.abs(watts) <= MOST_WATTS))
        rows.push({ stationId: station.id, day, madeAt: new Date(clock.now()), ...made });
    } catch (error) {
      log.error({ err: error, stationId: station.id }, 'the forecast of a station was not made');
    }
    await breathe();
  }
  await togetherOrAlone(
    rows,
    (some) =>
      db
        .insertInto('stationForecasts')
        .values([...some])
        .onConflict((conflict) => conflict.columns(['stationId', 'day']).doNothing())
        .execute(),
    (error, { stationId }) => log.error({ err: error, stationId }, 'the forecast of a station was not kept'),
  );
}

type Span = ReturnType<typeof halfHoursOf>;

/** By the light that the weather service tells, through the expected power and what was learned of it. */
async function byWeather(
  { fleet, weather }: ForecastParts,
  station: FleetStation,
  { day, span, learned }: { day: string; span: Span; learned: readonly Learned[] },
) {
  const told = await weather.at(station);
  const columns = told && weatherColumns(told.hours, span.middles);
  if (!columns) return undefined;
  const steps = expectedCurveSteps({
    station: modelOf(fleet, station, span.start),
    times: span.middles,
    light: { weather: columns },
    calibration: learnedOn(learned, day) ?? UNCALIBRATED,
  });
  const { p50 } = await inSmallSteps(steps);
  return { source: 'weather' as const, forecast: Array.from(p50, Math.round) };
}

/** By the clear sky and how the last days were under it. */
async function byPersistence(
  { fleet }: ForecastParts,
  station: FleetStation,
  { span, from, measured: { pv } }: { span: Span; from: number; measured: HalfHours },
) {
  const past: PastDay[] = [];
  for (let age = 1; age <= PAST_DAYS; age += 1) {
    const first = (span.start - age * DAY_MS - from) / HALF_HOUR_MS;
    const middles = span.middles.map((time) => time - age * DAY_MS);
    const power = pv.subarray(first, first + middles.length);
    past.push({ power, clear: await clearOf(fleet, station, middles) });
  }
  const forecast = smartPersistence({
    clear: await clearOf(fleet, station, span.middles),
    profile: clearSkyProfile(past),
    stepMs: HALF_HOUR_MS,
  });
  if (forecast.some(Number.isNaN)) return undefined;
  return { source: 'persistence' as const, forecast: Array.from(forecast, Math.round) };
}
