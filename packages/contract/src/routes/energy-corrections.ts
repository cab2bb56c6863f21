import * as z from 'zod';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { ruled, ruledNumber, ruledObject } from '../ruled.ts';
import { correctionDaysRule, correctionKwhRule, measuredDayRule, textRule } from '../rules.ts';
import { id, idParam, isoDay, time } from '../vocabulary.ts';

const tag = 'stations';

/**
 * What an amount is added to: `days` to local days of the station, each an equal part; `total` to the energy of its life alone; `offset` to that
 * as well, as what it gave until the last day before it was monitored.
 */
export const CORRECTION_KINDS = ['days', 'total', 'offset'] as const;
export type CorrectionKind = (typeof CORRECTION_KINDS)[number];

const correctionFields = z.object({
  kind: z.enum(CORRECTION_KINDS),
  /** First and last local day; of an offset the last one alone, of `total` none. */
  from: ruled(measuredDayRule).nullable(),
  to: ruled(measuredDayRule).nullable(),
  /** Negative: taken away. */
  kwh: ruledNumber(correctionKwhRule),
  /** Whether the total counts what is added to days; false where its counters hold it already. */
  inTotal: z.boolean(),
  reason: ruled((text) => textRule(text, 'correctionReasonEmpty', LIMITS.correctionReason)),
});
export type CorrectionFields = z.infer<typeof correctionFields>;

const done = z.object({ at: time, by: z.string().nullable() });

export const energyCorrection = z.object({
  id,
  kind: z.enum(CORRECTION_KINDS),
  from: isoDay.nullable(),
  to: isoDay.nullable(),
  kwh: z.number(),
  inTotal: z.boolean(),
  /** Null for visitors. */
  reason: z.string().nullable(),
  /** Grows with every change; a change names the one that it began with. */
  revision: z.number().int(),
  created: done,
  changed: done.nullable(),
  /** Taken back: it counts no more. */
  removed: done.nullable(),
});
export type EnergyCorrectionRow = z.infer<typeof energyCorrection>;

const correctionParams = idParam.extend({ correctionId: z.coerce.number().int().positive() });

export const listEnergyCorrections = route({
  method: 'GET',
  path: '/stations/:id/energy-corrections',
  summary: 'What people added to the measured energy of a station and took back, with who, when and why',
  tag,
  auth: 'session',
  permission: 'telemetry.view',
  scope: 'station',
  params: idParam,
  output: z.array(energyCorrection),
});

export const createEnergyCorrection = route({
  method: 'POST',
  path: '/stations/:id/energy-corrections',
  summary: `Add kWh to local days of a station (${LIMITS.correctionDays} at most) or to its total, with a reason; what was measured stays beside it`,
  tag,
  auth: 'session',
  permission: 'stations.edit',
  scope: 'station',
  params: idParam,
  body: ruledObject(correctionFields, correctionDaysRule),
  output: z.object({ id }),
});

export const updateEnergyCorrection = route({
  method: 'PUT',
  path: '/stations/:id/energy-corrections/:correctionId',
  summary: 'Change what was added to the energy of a station',
  tag,
  auth: 'session',
  permission: 'stations.edit',
  scope: 'station',
  params: correctionParams,
  body: ruledObject(correctionFields.extend({ revision: z.number().int() }), correctionDaysRule),
  output: z.null(),
});

export const removeEnergyCorrection = route({
  method: 'DELETE',
  path: '/stations/:id/energy-corrections/:correctionId',
  summary: 'Take back what was added to the energy of a station; it stays in the list as a trace',
  tag,
  auth: 'session',
  permission: 'stations.edit',
  scope: 'station',
  params: correctionParams,
  query: z.object({ revision: z.coerce.number().int() }),
  output: z.null(),
});
