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
  stepUp: true,
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

export const editSeveralDevices = route({
  ...ofDevices,
  path: '/devices/several/product',
  summary: `Name the product of devices, or none. Devices of another kind than it are refused. ${judged}`,
  permission: 'devices.edit',
  body: z.object({ target, productId: id.nullable(), reason }),
  output: started,
});

const labels = z.array(id).max(LIMITS.labelsPerObject).default([]);

export const setSeveralParameters = route({
  ...ofDevices,
  tag: 'parameters',
  path: '/devices/several/parameters',
  summary: `Set everyday parameters of all devices of one family, read before and after; a device that has not begun within half an hour does not begin. ${judged}`,
  permission: 'parameters.write',
  stepUp: true,
  body: z.object({
    target,
    /** Of devices of other families nothing is set. */
    profileId: z.string().max(64),
    changes: z
      .array(z.object({ key: z.string().max(100), value: z.number() }))
      .min(1)
      .max(LIMITS.parametersAtOnce),
    reason,
  }),
  output: started,
});

export const labelSeveralDevices = route({
  ...ofDevices,
  path: '/devices/several/labels',
  summary: `Add and take away labels of devices. ${judged}`,
  permission: 'labels.create',
  body: z.object({ target, add: labels, remove: labels }),
  output: started,
});
