import * as z from 'zod';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { ruled } from '../ruled.ts';
import { snRule } from '../rules.ts';
import { SERIAL_LENGTH } from '../serial-numbers.ts';
import { id, isoDay } from '../vocabulary.ts';

const tag = 'devices';

/** What anybody may know of a serial number. */
export const lookedUp = z.object({
  sn: z.string(),
  model: z.string().nullable(),
  warrantyEnd: isoDay.nullable(),
  online: z.boolean(),
});
export type LookedUp = z.infer<typeof lookedUp>;

export const lookUpSerial = route({
  method: 'POST',
  path: '/device-look-up',
  summary: `Model, end of warranty and whether it is online, of a serial number; nothing else, and for anybody: ${LIMITS.lookUpsHourly} times an hour from one network`,
  tag,
  auth: 'public',
  scope: 'none',
  body: z.object({ sn: ruled((sn) => snRule(sn.trim())).transform((sn) => sn.trim()) }),
  output: lookedUp,
  ratePerMinute: LIMITS.lookUpsPerMinute,
});

export const lookUpSerials = route({
  method: 'POST',
  path: '/device-look-up/several',
  summary: `The same of up to ${LIMITS.serialNumbersPerEntry} serial numbers, each once and in their order, with device and station where the caller sees them; ${LIMITS.lookUpListsHourly} lists an hour of one account, and ${LIMITS.lookUpsHourly} numbers that it does not see`,
  tag,
  auth: 'session',
  counts: true,
  permission: 'devices.view',
  scope: 'station',
  forPeople: true,
  body: z.object({
    sns: z.array(z.string().trim().min(1).max(SERIAL_LENGTH)).min(1).max(LIMITS.serialNumbersPerEntry),
  }),
  output: z.array(
    z.object({
      sn: z.string(),
      /** Null: no such serial number is known. */
      found: lookedUp.omit({ sn: true }).nullable(),
      /** Where the caller sees it. */
      device: z.object({ id, station: z.object({ id, name: z.string() }).nullable() }).nullable(),
    }),
  ),
});
