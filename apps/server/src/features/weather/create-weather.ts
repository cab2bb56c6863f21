import { agentOf, askOutside, reasonOf } from '../../platform/ask-outside.ts';
import { AppError } from '../../platform/errors.ts';
import { FAMILY } from '../../platform/families.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { takeShare } from '../../platform/take-share.ts';
import type { WeatherService } from '../../platform/weather-service.ts';
import {
  beginToAsk,
  cellOf,
  keepHours,
  keptHours,
  keyOfCell,
  type KeptHours,
  type WeatherCell,
  type WeatherPlace,
} from './kept-hours.ts';
import { ASKED_COLUMNS, readHours } from './read-hours.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Models of weather run each hour at most. */
const FRESH_MS = HOUR_MS;
/** An older forecast says nothing of now; until then it is better than none. */
const USABLE_MS = DAY_MS;
/** A service that failed is not asked for the same cell for so long, nor for any one where it failed so often in a row. */
const REST_MS = 5 * MINUTE_MS;
const MOST_FAILURES = 3;
/** Whole answers are some twenty kilobytes. */
const MOST_BYTES = 512 * 1024;

/** Weather of places by the service of the settings. */
export interface Weather {
  /** Of the cell around a place, kept or asked for; undefined without a service, or while it does not answer and nothing is kept. */
  at(place: WeatherPlace): Promise<KeptHours | undefined>;
  /** The service failed again and again: nothing is asked for a while. */
  isSilent(): boolean;
}

type Parts = Pick<Platform, 'config' | 'db' | 'clock' | 'log'>;

export function createWeather(platform: Parts): Weather {
  const service = platform.config.weather;
  /** What is being asked now: who comes meanwhile waits for the same. */
  const asking = new Map<string, Promise<KeptHours | undefined>>();
  const silence = createSilence(platform.clock);
  return {
    isSilent: () => silence.lasts(),
    async at(place) {
      if (!service) return undefined;
      const cell = cellOf(place);
      const key = keyOfCell(service.url, cell);
      const name = key.toString('hex');
      const running = asking.get(name) ?? hoursOf({ ...platform, silence }, service, { cell, key, place });
      asking.set(name, running);
      try {
        return await running;
      } finally {
        asking.delete(name);
      }
    },
  };
}

/** Knows of failures of the service in a row. What is not asked of it for want of requests is none. */
function createSilence(clock: Parts['clock']) {
  let failures = 0;
  let until = 0;
  return {
    lasts: () => clock.now() < until,
    answered: () => void (failures = 0),
    failed(): void {
      failures += 1;
      if (failures >= MOST_FAILURES) until = clock.now() + REST_MS;
    },
  };
}

async function hoursOf(
  platform: Parts & { silence: ReturnType<typeof createSilence> },
  service: WeatherService,
  { cell, key, place }: { cell: WeatherCell; key: Buffer; place: WeatherPlace },
): Promise<KeptHours | undefined> {
  const { db, clock, log, silence } = platform;
  const now = clock.now();
  const kept = await keptHours(db, key, now - USABLE_MS);
  if (kept && kept.askedAt > now - FRESH_MS) return kept;
  const times = { now, triedSince: now - REST_MS, keptSince: now - USABLE_MS };
  if (silence.lasts() || !(await mayAsk(platform, service, { key, times, place }))) return kept;
  try {
    const answer = await askOutside({
      url: questionOf(service, cell),
      patienceMs: service.patienceMs,
      mostBytes: MOST_BYTES,
      headers: { 'user-agent': agentOf(platform.config) },
    });
    const asked = { hours: readHours(answer), askedAt: now };
    silence.answered();
    await keepHours(db, key, asked);
    return asked;
  } catch (error) {
    silence.failed();
    log.warn({ reason: reasonOf(error) }, 'the weather service did not answer as it should');
    return kept;
  }
}

interface Asking {
  key: Buffer;
  times: Parameters<typeof beginToAsk>[2];
  place: WeatherPlace;
}

/** Whether this server is the one to ask for a cell now, within the requests of the day. */
async function mayAsk({ db, log }: Parts, { perDay }: WeatherService, asking: Asking): Promise<boolean> {
  const { key, times, place } = asking;
  try {
    return await db.transaction().execute(async (trx) => {
      if (!(await beginToAsk(trx, key, times))) return false;
      await takeRequest(trx, { perDay, place, now: times.now });
      return true;
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ perDay, stationId: place.id }, 'the weather service has had its requests of the day');
    return false;
  }
}

/**
 * Counts a request for the family of the organisation of a station, which leaves others as many as it has had itself: nobody who has stations in a thousand cells uses up
 * those of everybody. Throws AppError `tooManyRequests`.
 */
async function takeRequest(
  trx: Db,
  { perDay, place, now }: { perDay: number; place: WeatherPlace; now: number },
): Promise<void> {
  const station = await trx
    .selectFrom('stations')
    .innerJoin('organisations', 'organisations.id', 'stations.organisationId')
    .select(FAMILY.as('family'))
    .where('stations.id', '=', place.id ?? 0)
    .executeTakeFirst();
  const family = station?.family ?? null;
  await takeShare(trx, { ofAll: 'weather requests', family, perDay, aloneHasAll: true }, now);
}

function questionOf({ url, key }: WeatherService, { latitude, longitude }: WeatherCell): string {
  const question = new URL(url);
  const words = {
    latitude: latitude.toFixed(1),
    longitude: longitude.toFixed(1),
    hourly: ASKED_COLUMNS,
    past_days: '1',
    forecast_days: '4',
    timeformat: 'unixtime',
    timezone: 'GMT',
    wind_speed_unit: 'ms',
    temperature_unit: 'celsius',
    ...(key ? { apikey: key } : {}),
  };
  for (const [name, value] of Object.entries(words)) question.searchParams.set(name, value);
  return question.href;
}
