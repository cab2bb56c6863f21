import { agentOf, askOutside, reasonOf } from '../../platform/ask-outside.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { takeTry } from '../../platform/tries.ts';
import type { WeatherService } from '../../platform/weather-service.ts';
import {
  beginToAsk,
  cellOf,
  keepHours,
  keptHours,
  keyOfCell,
  type KeptHours,
  type WeatherCell,
} from './kept-hours.ts';
import { ASKED_COLUMNS, readHours } from './read-hours.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Models of weather run each hour at most. */
const FRESH_MS = HOUR_MS;
/** An older forecast says nothing of now; until then it is better than none. */
const USABLE_MS = DAY_MS;
/** A service that failed is left alone for so long. */
const REST_MS = 5 * MINUTE_MS;
/** Whole answers are some twenty kilobytes. */
const MOST_BYTES = 512 * 1024;

/** Weather of places by the service of the settings. */
export interface Weather {
  /** Of the cell around a place, kept or asked for; undefined without a service, or while it does not answer and nothing is kept. */
  at(place: WeatherCell): Promise<KeptHours | undefined>;
}

type Parts = Pick<Platform, 'config' | 'db' | 'clock' | 'log'>;

export function createWeather(platform: Parts): Weather {
  const service = platform.config.weather;
  /** What is being asked now: who comes meanwhile waits for the same. */
  const asking = new Map<string, Promise<KeptHours | undefined>>();
  return {
    async at(place) {
      if (!service) return undefined;
      const cell = cellOf(place);
      const key = keyOfCell(service.url, cell);
      const name = key.toString('hex');
      const running = asking.get(name) ?? hoursOf(platform, service, { cell, key });
      asking.set(name, running);
      try {
        return await running;
      } finally {
        asking.delete(name);
      }
    },
  };
}

async function hoursOf(
  platform: Parts,
  service: WeatherService,
  { cell, key }: { cell: WeatherCell; key: Buffer },
): Promise<KeptHours | undefined> {
  const { db, clock, log } = platform;
  const now = clock.now();
  const kept = await keptHours(db, key, now - USABLE_MS);
  if (kept && kept.askedAt > now - FRESH_MS) return kept;
  const times = { now, triedSince: now - REST_MS, keptSince: now - USABLE_MS };
  if (!(await mayAsk(platform, service, { key, times }))) return kept;
  try {
    const answer = await askOutside({
      url: questionOf(service, cell),
      patienceMs: service.patienceMs,
      mostBytes: MOST_BYTES,
      headers: { 'user-agent': agentOf(platform.config) },
    });
    const asked = { hours: readHours(answer), askedAt: now };
    await keepHours(db, key, asked);
    return asked;
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, 'the weather service did not answer as it should');
    return kept;
  }
}

/** Whether this server is the one to ask for a cell now, within the requests of the day. */
async function mayAsk(
  { db, log }: Parts,
  { perDay }: WeatherService,
  { key, times }: { key: Buffer; times: Parameters<typeof beginToAsk>[2] },
): Promise<boolean> {
  try {
    return await db.transaction().execute(async (trx) => {
      if (!(await beginToAsk(trx, key, times))) return false;
      await takeTry(trx, [{ subject: 'weather requests', withinMs: DAY_MS, most: perDay }], times.now);
      return true;
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ perDay }, 'the weather service has had its requests of the day');
    return false;
  }
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
