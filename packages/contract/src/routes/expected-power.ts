import * as z from 'zod';
import { route } from '../route.ts';
import { dayQuery, id, idParam, isoDay, time } from '../vocabulary.ts';

/** What an expectation rests on: the sensor on the plane of the modules, else on the horizontal, else a weather provider, neighbours, a clear sky. */
export const lightSource = z.enum(['poa', 'ghi', 'weather', 'peers', 'clearSky']);
export type LightSourceName = z.infer<typeof lightSource>;

const sensorFault = z.enum(['scale', 'turned', 'drifting']);
const dayFault = z.enum(['incomplete', 'dark', 'outage', 'curtailed', 'odd']);

export const stationExpectation = route({
  method: 'GET',
  path: '/stations/:id/expectation',
  summary:
    'By what the power of a station is expected on a local day: design, what was learned of it on accepted days, sensors that are not believed',
  tag: 'expectedPower',
  auth: 'session',
  permission: 'telemetry.view',
  scope: 'station',
  params: idParam,
  query: z.object({ day: dayQuery.optional() }),
  output: z.object({
    /** Of the mathematics. */
    version: z.number().int(),
    design: z.enum(['arrays', 'capacity']),
    /** By which models: of modules, with where their parameters come from (`several`: arrays differ), and of inverters. */
    models: z.object({
      modules: z.enum(['pvwatts', 'given', 'deSoto', 'batzelis', 'several']),
      inverters: z.enum(['pvwatts', 'sandia']),
    }),
    /** Up to when it is stored; null: not begun. */
    computedUntil: time.nullable(),
    /** Something of its history waits to be computed again. */
    isBehind: z.boolean(),
    /** When its days were looked at last; null: not yet. */
    lookedAt: time.nullable(),
    /** Null: nothing is learned, and usual values of such stations hold. */
    calibration: z
      .object({
        id,
        learnedAt: time,
        /** First local day that it holds for; null: all that were before it was made, too. */
        validFrom: isoDay.nullable(),
        /** First and last accepted day. */
        from: isoDay.nullable(),
        to: isoDay.nullable(),
        /** W that the station does not exceed although the light would give more; null: none was seen. */
        limit: z.number().nullable(),
        sources: z.array(
          z.object({
            source: lightSource,
            days: z.number().int(),
            rows: z.number().int(),
            /** Of hourly means in daylight on the accepted days, shares of the capacity. */
            rmse: z.number(),
            bias: z.number(),
          }),
        ),
        /** Days that were looked at and not accepted. */
        refused: z.partialRecord(dayFault, z.number().int()),
        /** Sensors that are not believed, and why. */
        faults: z.object({ poa: sensorFault.optional(), ghi: sensorFault.optional() }),
      })
      .nullable(),
  }),
});
export type StationExpectation = z.infer<(typeof stationExpectation)['output']>;
