import type { StationWeather } from '@sunfleet/contract';

const MIDNIGHT = Date.UTC(2026, 5, 20, 22);
const HOUR_MS = 3_600_000;
const hours = Array.from({ length: 96 }, (_, hour) => hour);
const unknown = hours.map(() => null);

/** Weather of four days in Madrid of which sensors and clear sky tell alone. */
export function mintWeather(changes: Partial<StationWeather> = {}): StationWeather {
  return {
    timeZone: 'Europe/Madrid',
    service: null,
    now: {
      tempAir: null,
      windSpeed: null,
      poa: null,
      ghi: { value: 940, source: 'clearSky', time: MIDNIGHT + 12 * HOUR_MS },
      sky: null,
    },
    days: [0, 1, 2, 3].map((place) => ({
      day: `2026-06-${21 + place}`,
      sunrise: MIDNIGHT + (place * 24 + 6.75) * HOUR_MS,
      sunset: MIDNIGHT + (place * 24 + 21.8) * HOUR_MS,
      polar: null,
      low: null,
      high: null,
      sky: null,
      irradiation: null,
      clearSkyIrradiation: 8.2,
    })),
    hours: {
      times: hours.map((hour) => MIDNIGHT + (hour + 1) * HOUR_MS),
      tempAir: unknown,
      windSpeed: unknown,
      ghi: unknown,
      clearSkyGhi: hours.map((hour) => Math.max(0, 950 * Math.sin(((hour % 24) - 6) * (Math.PI / 15)))),
      cloudCover: unknown,
      sky: unknown,
    },
    ...changes,
  };
}

/** The same where a service tells of 12 to 24 degrees and rain. */
export function mintForecast(): StationWeather {
  const plain = mintWeather();
  const time = MIDNIGHT + 12 * HOUR_MS;
  return {
    ...plain,
    service: { name: 'Town sky', credit: '© Town sky', askedAt: Date.now() - 20.5 * 60_000 },
    now: {
      tempAir: { value: 21.4, source: 'service', time },
      windSpeed: { value: 3.2, source: 'service', time },
      poa: null,
      ghi: { value: 480, source: 'service', time },
      sky: 'rain',
    },
    days: plain.days.map((day) => ({ ...day, low: 12, high: 24.4, sky: 'rain', irradiation: 4.1 })),
    hours: {
      ...plain.hours,
      tempAir: hours.map((hour) => 18 - 6 * Math.cos(((hour % 24) - 3) * (Math.PI / 12))),
      ghi: plain.hours.clearSkyGhi.map((value) => value / 2),
    },
  };
}
