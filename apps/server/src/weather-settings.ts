import type { WeatherService } from './platform/weather-service.ts';

interface WeatherEnvironment {
  SUNFLEET_WEATHER_URL?: string | undefined;
  SUNFLEET_WEATHER_KEY?: string | undefined;
  SUNFLEET_WEATHER_SOURCE?: string | undefined;
  SUNFLEET_WEATHER_CREDIT: string;
  SUNFLEET_WEATHER_PATIENCE_SECONDS: number;
  SUNFLEET_WEATHER_REQUESTS_PER_DAY: number;
}

/** The service that tells the weather; undefined: none does. */
export function weatherOf(env: WeatherEnvironment): WeatherService | undefined {
  const { SUNFLEET_WEATHER_URL: url, SUNFLEET_WEATHER_SOURCE: name } = env;
  if (!url || !name) return undefined;
  return {
    url,
    name,
    key: env.SUNFLEET_WEATHER_KEY,
    credit: env.SUNFLEET_WEATHER_CREDIT,
    patienceMs: env.SUNFLEET_WEATHER_PATIENCE_SECONDS * 1000,
    perDay: env.SUNFLEET_WEATHER_REQUESTS_PER_DAY,
  };
}

/** What is wrong with these settings together: people must read whose weather it is. */
export function weatherMistakes(env: WeatherEnvironment): { setting: string; message: string }[] {
  return env.SUNFLEET_WEATHER_URL && !env.SUNFLEET_WEATHER_SOURCE
    ? [{ setting: 'SUNFLEET_WEATHER_SOURCE', message: 'names the service of SUNFLEET_WEATHER_URL' }]
    : [];
}

/** Whether parameters can be added to an address. */
export function isWeatherUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && !text.includes('#');
}
