import * as z from 'zod';
import { route } from '../route.ts';
import { dayQuery, idParam } from '../vocabulary.ts';

/** Causes by which energy is lost between light and meter, in the order in which it is laid on them. */
export const lossPart = z.enum([
  'temperature',
  'conversion',
  'clipping',
  'shading',
  'curtailment',
  'outage',
  'communication',
  'string',
  'snow',
  'soiling',
  'unexplained',
]);
export type LossPartName = z.infer<typeof lossPart>;

/** Why a cause is not told apart: nobody tells the limit of inverters, the currents of strings or the sky, nothing was learned, too few days are known. It is in what is unexplained then. */
const lossGap = z.enum(['noLimit', 'noSky', 'notLearned', 'fewDays', 'noStrings']);

export const stationLosses = route({
  method: 'GET',
  path: '/stations/:id/losses',
  summary:
    'What became of the light on a station, from its nameplate at standard conditions down to its meter, over local days that are over, 400 at most: Wh and money by cause, whole numbers that add up exactly',
  tag: 'expectedPower',
  auth: 'session',
  permission: 'telemetry.view',
  scope: 'station',
  params: idParam,
  query: z.object({ from: dayQuery, to: dayQuery }),
  output: z.object({
    timeZone: z.string(),
    /** Of the mathematics of the expected power. */
    version: z.number().int(),
    /** Days that are over, those that are judged, and why the others are not. The figures are of the judged ones. */
    days: z.object({
      all: z.number().int(),
      judged: z.number().int(),
      /** Not computed, or of before the station measured anything. */
      notComputed: z.number().int(),
      /** Only a clear sky is known: clouds cannot be told from losses. */
      lightUnknown: z.number().int(),
    }),
    /** The true place of the station must not be told, and what it should give follows from it. */
    isHidden: z.boolean(),
    /** Wh. `standard` less all parts is `measured`; a part below zero is a gain. Causes that cannot be told apart have no part. */
    standard: z.number().int(),
    measured: z.number().int(),
    parts: z.array(z.object({ part: lossPart, energy: z.number().int() })),
    /** Causes that cannot be told apart here, and why. */
    gaps: z.array(z.object({ part: lossPart, gap: lossGap })),
    /** The same in minor units, at what energy of each day was worth by the tariff of the station; null without right or tariff, empty without prices. */
    money: z
      .array(
        z.object({
          currency: z.string(),
          standard: z.number().int(),
          measured: z.number().int(),
          parts: z.array(z.object({ part: lossPart, amount: z.number().int() })),
          /** Judged days without a price: their energy is in no amount. */
          unpricedDays: z.number().int(),
        }),
      )
      .nullable(),
  }),
});
export type StationLosses = z.infer<(typeof stationLosses)['output']>;
