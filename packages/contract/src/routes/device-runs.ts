import * as z from 'zod';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { id } from '../vocabulary.ts';

const ofDevices = { tag: 'devices', auth: 'session', scope: 'station', method: 'POST' } as const;

/** Devices that are named, and those of batches. */
const target = z.object({
  deviceIds: z.array(id).max(LIMITS.devicesPerBatch).default([]),
  batchIds: z.array(id).max(LIMITS.batchesAtOnce).default([]),
});
export type DeviceTarget = z.infer<typeof target>;

const reason = z.string().trim().max(LIMITS.changeReason).default('');
const started = z.object({ runId: id, devices: z.number().int() });
const judged =
  'It goes on as a run after the answer: each device is judged by itself, and those that failed can be tried again';

export const moveSeveralDevices = route({
  ...ofDevices,
  path: '/devices/several/move',
  summary: `Move devices to another station of the same organisation and owner. ${judged}`,
  permission: 'devices.delete',
  body: z.object({ target, stationId: id, reason }),
  output: started,
});

export const unbindSeveralDevices = route({
  ...ofDevices,
  path: '/devices/several/unbind',
  summary: `Take devices out of their stations and organisation, and delete what they measured. ${judged}`,
  permission: 'devices.delete',
  stepUp: true,
  body: z.object({ target, reason }),
  output: started,
});

const labels = z.array(id).max(LIMITS.labelsPerObject).default([]);

export const labelSeveralDevices = route({
  ...ofDevices,
  path: '/devices/several/labels',
  summary: `Add and take away labels of devices. ${judged}`,
  permission: 'labels.create',
  body: z.object({ target, add: labels, remove: labels }),
  output: started,
});
