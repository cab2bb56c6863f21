import * as z from 'zod';
import { route } from '../route.ts';
import { idParam, isoDay, time } from '../vocabulary.ts';

const watts = z.array(z.number());
const skill = z.number().nullable();

const day = z.object({
  day: isoDay,
  madeAt: time,
  /** By the light of the weather service, or by the clear sky and the days before. */
  source: z.enum(['weather', 'persistence']),
  /** Whether the range comes of the station's own errors; it is a usual one otherwise. */
  isOwnRange: z.boolean(),
  /** Begins of the half hours to come. */
  times: z.array(time),
  /** W; what is exceeded on nine, five and one of ten such days. */
  p10: watts,
  p50: watts,
  p90: watts,
  /** kWh to come, by `p50`. */
  energy: z.number(),
  /** When at least 1.4 kW more than the usual consumption are expected; null where the consumption is not known. */
  surplus: z.array(z.object({ from: time, to: time })).nullable(),
  /** kWh of it that the house uses, with its battery; null where consumption, or charge of a battery, is not known. */
  selfUse: z.number().nullable(),
});

export const stationForecast = route({
  method: 'GET',
  path: '/stations/:id/forecast',
  summary:
    'Power that a station will probably give for the rest of today and tomorrow, by half hour, with its range and with the measured skill of the last 30 days; null where no forecast was made',
  tag: 'stations',
  auth: 'session',
  permission: 'telemetry.view',
  scope: 'station',
  params: idParam,
  output: z.object({
    timeZone: z.string(),
    today: day.nullable(),
    tomorrow: day.nullable(),
    /** When the battery will be full, and have nothing left to give, until the end of tomorrow; null where charge, capacity or consumption are not known. */
    battery: z.object({ fullAt: time.nullable(), emptyAt: time.nullable() }).nullable(),
    skill: z.object({
      /** Days that were measured. */
      days: z.number().int(),
      /** 1 - RMSE / RMSE of the curve of the day before. */
      dayAhead: skill,
      /** 1 - RMSE / RMSE of the power of an hour before. */
      hourAhead: skill,
    }),
  }),
});
export type StationForecast = z.infer<(typeof stationForecast)['output']>;
