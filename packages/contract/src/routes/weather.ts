import * as z from 'zod';
import { route } from '../route.ts';
import { idParam, isoDay, time } from '../vocabulary.ts';

/** What the sky looks like, from the best to what matters most. */
export const SKIES = [
  'clear',
  'partlyCloudy',
  'overcast',
  'fog',
  'drizzle',
  'rain',
  'snow',
  'thunderstorm',
] as const;
const sky = z.enum(SKIES).nullable();
export type Sky = (typeof SKIES)[number];

const value = z.number().nullable();
const reading = z
  .object({
    value: z.number(),
    /** A sensor of the station, the service of the settings, or what a clear sky gives. */
    source: z.enum(['sensor', 'service', 'clearSky']),
    time,
  })
  .nullable();

export const stationWeather = route({
  method: 'GET',
  path: '/stations/:id/weather',
  summary:
    'Weather of a station: now, and by hour and local day of today and the next three, from its sensors, the service that the settings name and the clear sky; what none of them knows is null',
  tag: 'stations',
  auth: 'session',
  permission: 'telemetry.view',
  scope: 'station',
  asksOutside: true,
  params: idParam,
  output: z.object({
    timeZone: z.string(),
    /** Null: the settings name none. */
    service: z
      .object({
        name: z.string(),
        /** Who must be named beside it; empty where nobody must. */
        credit: z.string(),
        /** Null: it does not answer. */
        askedAt: time.nullable(),
      })
      .nullable(),
    now: z.object({
      /** °C of the air. */
      tempAir: reading,
      /** m/s */
      windSpeed: reading,
      /** On the plane of the modules, W/m²; a sensor alone knows it. */
      poa: reading,
      /** On the horizontal, W/m². */
      ghi: reading,
      sky,
    }),
    /** Today and the next three local days. */
    days: z.array(
      z.object({
        day: isoDay,
        sunrise: time.nullable(),
        sunset: time.nullable(),
        /** The Sun does not rise, or does not set. */
        polar: z.enum(['day', 'night']).nullable(),
        /** °C */
        low: value,
        high: value,
        /** The sky that matters most by day. */
        sky,
        /** On the horizontal, kWh/m². */
        irradiation: value,
        /** The same of a clear sky. */
        clearSkyIrradiation: z.number(),
      }),
    ),
    /** Of the same days. */
    hours: z.object({
      /** Ends of the hours. */
      times: z.array(time),
      tempAir: z.array(value),
      windSpeed: z.array(value),
      /** Means of the hour, W/m². */
      ghi: z.array(value),
      clearSkyGhi: z.array(z.number()),
      /** Percent. */
      cloudCover: z.array(value),
      sky: z.array(sky),
    }),
  }),
});
export type StationWeather = z.infer<(typeof stationWeather)['output']>;
