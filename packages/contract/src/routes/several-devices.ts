import * as z from 'zod';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { SERIAL_LENGTH } from '../serial-numbers.ts';
import { id, idParam } from '../vocabulary.ts';
import { SERIAL_STATES } from '../words.ts';
import { claimCode, deviceInput } from './devices.ts';

const tag = 'devices';

export const checkDevices = route({
  method: 'POST',
  path: '/stations/:id/devices/check',
  summary:
    'What would become of serial numbers that are added to a station, a row for each in their order. Of others it is told as rarely as when devices are added one by one',
  tag,
  auth: 'session',
  counts: true,
  permission: 'devices.create',
  scope: 'station',
  params: idParam,
  body: z.object({
    sns: z.array(z.string().max(SERIAL_LENGTH)).min(1).max(LIMITS.serialNumbersPerEntry),
  }),
  output: z.array(
    z.object({
      sn: z.string(),
      state: z.enum(SERIAL_STATES),
      /** Where it is, if the caller may know that. */
      station: z.object({ id, name: z.string() }).nullable(),
    }),
  ),
});
export type CheckedSerial = z.infer<(typeof checkDevices)['output']>[number];

export const addDevices = route({
  method: 'POST',
  path: '/stations/:id/devices/batch',
  summary:
    'Add several devices of one kind to a station, each for itself: what is refused keeps no other one from being added. Answers in their order with secret or reason',
  tag,
  auth: 'session',
  permission: 'devices.create',
  scope: 'station',
  params: idParam,
  body: deviceInput.omit({ sn: true, name: true }).extend({
    devices: z
      .array(deviceInput.pick({ sn: true }).extend({ claimCode: claimCode.optional() }))
      .min(1)
      .max(LIMITS.devicesAddedAtOnce),
  }),
  output: z.array(
    z.object({
      sn: z.string(),
      /** The device that was added; null where it was refused. */
      deviceId: id.nullable(),
      /** Empty where its logger speaks for it, or where it was refused. */
      secret: z.string(),
      refusal: z.object({ error: z.string(), message: z.string() }).nullable(),
    }),
  ),
});
export type AddedDevice = z.infer<(typeof addDevices)['output']>[number];
