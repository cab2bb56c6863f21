import * as z from 'zod';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { ruled } from '../ruled.ts';
import { measuredDayRule, textRule } from '../rules.ts';
import { id, idParam, isoDay, time } from '../vocabulary.ts';
import { STATION_COUNTERS } from '../words.ts';

const tag = 'stations';

const counter = z.enum(STATION_COUNTERS);

/** What somebody decided: by which counter the production goes, from a local day on or (null) in all days. */
const counterChoice = z.object({
  id,
  counter,
  from: isoDay.nullable(),
  /** Null for visitors. */
  reason: z.string().nullable(),
  created: z.object({ at: time, by: z.string().nullable() }),
  /** It holds for some days still: no later choice covers all of them. */
  holds: z.boolean(),
});
export type CounterChoice = z.infer<typeof counterChoice>;

export const listCounterChoices = route({
  method: 'GET',
  path: '/stations/:id/counter-choices',
  summary:
    'By which counter the production of a station goes, as people decided, the newest first; none: automatic',
  tag,
  auth: 'session',
  permission: 'telemetry.view',
  scope: 'station',
  params: idParam,
  output: z.object({
    choices: z.array(counterChoice),
    /** Energies are being summed again. */
    counting: z.boolean(),
    /** Samples of before this local day are gone: the counters of inverters stay there as they were counted. Null: none are gone. */
    samplesSince: isoDay.nullable(),
  }),
});

export const chooseCounter = route({
  method: 'POST',
  path: '/stations/:id/counter-choices',
  summary:
    'Decide by which counter the production of a station goes, from a day on or in all days; its energies are summed again',
  tag,
  auth: 'session',
  permission: 'stations.edit',
  scope: 'station',
  params: idParam,
  body: z.object({
    counter,
    /** First local day; null: all days. */
    from: ruled(measuredDayRule).nullable(),
    reason: ruled((text) => textRule(text, 'correctionReasonEmpty', LIMITS.correctionReason)),
    /** Id of the newest choice that was read, 0 where there was none. */
    newest: z.number().int().nonnegative(),
  }),
  output: z.object({ id }),
});

const kwh = z.number().nullable();
const count = z.number().int();

export const compareCounters = route({
  method: 'GET',
  path: '/stations/:id/counters',
  summary:
    'What each counter of a station says of its production, by the last 30 local days, fewer where there are very many inverters, kWh',
  tag,
  auth: 'session',
  permission: 'telemetry.view',
  scope: 'station',
  params: idParam,
  output: z.object({
    /** How many inverters there are, and devices of which a counter says anything. */
    inverters: count,
    devices: z.object({
      lifetimeCounter: count,
      dayCounter: count,
      generationMeter: count,
      gridMeter: count,
    }),
    /** Null where a counter says nothing of a day. */
    days: z.array(
      z.object({
        day: isoDay,
        lifetimeCounter: kwh,
        dayCounter: kwh,
        generationMeter: kwh,
        gridMeter: kwh,
        /** What stands in the energies of the station. */
        counted: kwh,
      }),
    ),
  }),
  ratePerMinute: 20,
});
