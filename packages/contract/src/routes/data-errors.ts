import * as z from 'zod';
import { route } from '../route.ts';
import { dayQuery, id, idParam, isoDay } from '../vocabulary.ts';

/** What was wrong with what a device sent: nothing for a while, later than it was measured, a counter that fell, a value that stood, powers that cannot be, a clock that was wrong. */
export const DATA_ERRORS = ['gap', 'late', 'counterReset', 'stale', 'outOfRange', 'clock'] as const;
export type DataErrorKind = (typeof DATA_ERRORS)[number];

/** A figure that rests on what was wrong. */
export const TOUCHED_FIGURES = ['energy', 'availability', 'expectedPower', 'capacityFigures'] as const;

export const dataError = z.object({
  kind: z.enum(DATA_ERRORS),
  day: isoDay,
  /** How often; of gaps and values that stood 1. */
  count: z.number().int(),
  /** How long: of a gap in daylight what is missing, of late data the longest delay, of a value the longest time that it stood, of a clock by how much it was off. */
  minutes: z.number().int().nullable(),
  /** kWh of the day that was laid over the gap, because counters tell it and not when. */
  spread: z.number().nullable(),
  touched: z.array(z.enum(TOUCHED_FIGURES)),
});
export type DataError = z.infer<typeof dataError>;

export const stationDataErrors = route({
  method: 'GET',
  path: '/stations/:id/data-errors',
  summary:
    'What was wrong with the data of the devices of a station over local days, 62 at most: completeness by day, gaps, late data, counters that fell, values that stood, powers that cannot be, clocks that were wrong, and which figure each touched',
  tag: 'telemetry',
  auth: 'session',
  permission: 'telemetry.view',
  scope: 'station',
  params: idParam,
  query: z.object({ from: dayQuery, to: dayQuery }),
  output: z.object({
    timeZone: z.string(),
    days: z.array(isoDay),
    devices: z.array(
      z.object({
        id,
        sn: z.string(),
        name: z.string().nullable(),
        kind: z.string(),
        /** Share of the daylight of a producer, of the day of any other device, of which something is stored; null: nothing was expected or it was not there. */
        completeness: z.array(z.number().nullable()),
        errors: z.array(dataError),
      }),
    ),
  }),
});
export type StationDataErrors = z.infer<(typeof stationDataErrors)['output']>;
