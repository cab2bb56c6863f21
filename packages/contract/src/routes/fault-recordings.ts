import * as z from 'zod';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { idParam, time } from '../vocabulary.ts';
import { DEVICE_FAILURES } from '../words.ts';

const recording = z.object({
  /** When the fault struck. */
  at: time,
  /** The fault as the device names it. */
  code: z.string(),
  /** Epoch milliseconds of the first value of each channel. */
  from: z.number(),
  /** Between two values, milliseconds. */
  stepMs: z.number().positive(),
  channels: z
    .array(
      z.object({
        key: z.string().max(100),
        unit: z.string().max(16),
        values: z.array(z.number().nullable()),
      }),
    )
    .max(LIMITS.recordedChannels),
});
export type FaultRecording = z.infer<typeof recording>;

export const readFaultRecording = route({
  tag: 'devices',
  auth: 'session',
  scope: 'station',
  permission: 'parameters.read',
  params: idParam,
  method: 'POST',
  path: '/devices/:id/fault-recording',
  summary: 'What a device recorded around its last fault, read from it now',
  output: z.object({
    /** Null: it recorded nothing yet, or could not be read. */
    recording: recording.nullable(),
    /** Why it could not be read. */
    failure: z.enum(DEVICE_FAILURES).nullable(),
  }),
  asksOutside: true,
});
