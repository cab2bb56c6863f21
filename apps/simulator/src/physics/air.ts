import { noise1, noise3 } from './noise.ts';
import type { Place, Sky } from './clouds.ts';

export interface Air {
  /** degC */
  temperature: number;
  /** m/s */
  wind: number;
  /** Degrees clockwise from north, where it comes from. */
  windDirection: number;
  /** Percent. */
  humidity: number;
  /** hPa at the station. */
  pressure: number;
}

export interface AirInput {
  seed: number;
  time: number;
  place: Place;
  latitude: number;
  /** m above sea */
  elevation: number;
  /** Local solar time, hours. */
  solarHour: number;
  sky: Sky;
  climate: { temperature: number; seasonalSwing: number };
}

const HOUR_MS = 3_600_000;
const YEAR_MS = 365.2425 * 24 * HOUR_MS;

/** Air at a place: season, hour of the day (less under clouds), passing air masses, gusts. */
export function airAt(input: AirInput): Air {
  const { seed, time, place, sky } = input;
  const hours = time / HOUR_MS;
  const mass = noise3(seed + 20, place.x / 700, place.y / 700, hours / 50) - 0.5;
  const swing = 4.6 * (1 - 0.55 * sky.cover);
  const temperature =
    input.climate.temperature +
    input.climate.seasonalSwing * season(time, input.latitude) +
    swing * Math.cos(((input.solarHour - 14.8) / 12) * Math.PI) +
    9 * mass -
    0.7 * sky.rain;
  const breeze = 1.2 + 5.5 * noise3(seed + 21, place.x / 250, place.y / 250, hours / 7);
  const gust = 0.7 + 0.6 * noise1(seed + 22 + Math.round(place.x), hours * 90);
  return {
    temperature,
    wind: breeze * gust,
    windDirection:
      (270 + 200 * (noise3(seed + 23, place.x / 500, place.y / 500, hours / 20) - 0.5) + 360) % 360,
    humidity: Math.min(
      99,
      Math.max(
        12,
        62 + 26 * (sky.cover - 0.4) - 1.1 * swing * dayCurve(input.solarHour) + 12 * mass + 6 * sky.rain,
      ),
    ),
    pressure: 1013.25 * Math.exp(-input.elevation / 8434) + 22 * (0.5 - mass - sky.cover * 0.4) - 6,
  };
}

/** 1 in the warmest part of the year of the hemisphere, -1 in the coldest, about a month behind the sun. */
function season(time: number, latitude: number): number {
  const start = Date.UTC(2000, 6, 22);
  const phase = Math.cos((2 * Math.PI * (time - start)) / YEAR_MS);
  return latitude >= 0 ? phase : -phase;
}

const dayCurve = (solarHour: number): number => Math.cos(((solarHour - 14.8) / 12) * Math.PI);
