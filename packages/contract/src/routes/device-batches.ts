import * as z from 'zod';
import { BATCH_VERDICTS } from '../device-batch-words.ts';
import { deviceFilter } from '../device-filters.ts';
import { pageOf, pageQuery } from '../envelope.ts';
import { instructionCodeRule } from '../instruction-rules.ts';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { ruled } from '../ruled.ts';
import { textRule } from '../rules.ts';
import { SERIAL_LENGTH } from '../serial-numbers.ts';
import { deviceKind, deviceStatus, id, idParam, time } from '../vocabulary.ts';

const tag = 'device batches';
const ofOrganisation = { tag, auth: 'session', scope: 'organisation' } as const;
const most = LIMITS.devicesPerBatch;

const batchInput = z.object({
  code: ruled(instructionCodeRule).transform((code) => code.trim().toUpperCase()),
  name: ruled((text) => textRule(text, 'nameEmpty', 64)),
  remark: z.string().trim().max(LIMITS.changeReason).default(''),
  /** What its devices are; null: several, or nobody says. */
  productId: id.nullable().default(null),
});

const deviceBatch = z.object({
  id,
  code: z.string(),
  name: z.string(),
  remark: z.string(),
  product: z.object({ id, name: z.string() }).nullable(),
  /** Devices that the caller sees, and those of them that are heard. */
  devices: z.number().int(),
  online: z.number().int(),
  by: z.object({ id, name: z.string() }).nullable(),
  createdAt: time,
  revision: z.number().int(),
});
export type DeviceBatch = z.infer<typeof deviceBatch>;

const members = z.object({ deviceIds: z.array(id).min(1).max(most) });

export const listDeviceBatches = route({
  ...ofOrganisation,
  method: 'GET',
  permission: 'operations.view',
  path: '/device-batches',
  summary: 'Batches of devices of the own organisation and those below, by name',
  query: pageQuery.extend({
    /** In code or name. */
    q: z.string().trim().max(100).optional(),
    productId: z.coerce.number().int().positive().optional(),
  }),
  output: pageOf(deviceBatch),
});

export const getDeviceBatch = route({
  ...ofOrganisation,
  method: 'GET',
  permission: 'operations.view',
  path: '/device-batches/:id',
  summary: 'One batch of devices',
  params: idParam,
  output: deviceBatch,
});

const checkedDevice = z.object({
  sn: z.string(),
  verdict: z.enum(BATCH_VERDICTS),
  /** Null where the caller does not see one. */
  device: z
    .object({
      id,
      name: z.string().nullable(),
      kind: deviceKind,
      model: z.string().nullable(),
      status: deviceStatus,
      /** Whether the platform knows its registers, so that something can be sent to it. */
      controllable: z.boolean(),
      /** Whether it, or the logger that speaks for it, is heard so weakly that an upgrade is refused. */
      weakSignal: z.boolean(),
      station: z.object({ id, name: z.string() }).nullable(),
    })
    .nullable(),
});
export type CheckedDevice = z.infer<typeof checkedDevice>;

export const checkDeviceBatch = route({
  ...ofOrganisation,
  method: 'POST',
  counts: true,
  permission: 'operations.create',
  reach: 'organisation',
  path: '/device-batches/check',
  summary: `What would become of serial numbers, or of devices under a filter of the list, that shall be in a batch: a row for each, ${most} at most. Of numbers that the caller does not see it is told as rarely as serial numbers are looked up`,
  body: z.object({
    /** The batch they shall come to; absent: a new one. */
    batchId: id.optional(),
    sns: z.array(z.string().max(SERIAL_LENGTH)).max(most).default([]),
    filters: z.object(deviceFilter.shape).partial().optional(),
  }),
  output: z.array(checkedDevice),
});

export const createDeviceBatch = route({
  ...ofOrganisation,
  method: 'POST',
  permission: 'operations.create',
  reach: 'organisation',
  path: '/device-batches',
  summary: 'Keep devices under a code and a name',
  body: batchInput.extend({ deviceIds: z.array(id).max(most).default([]) }),
  output: deviceBatch,
});

export const updateDeviceBatch = route({
  ...ofOrganisation,
  method: 'PUT',
  permission: 'operations.create',
  reach: 'organisation',
  path: '/device-batches/:id',
  summary: 'Change code, name and remark of a batch',
  params: idParam,
  body: z.object({ batch: batchInput, revision: z.number().int().nonnegative() }),
  output: deviceBatch,
});

export const addToDeviceBatch = route({
  ...ofOrganisation,
  method: 'POST',
  permission: 'operations.create',
  reach: 'organisation',
  path: '/device-batches/:id/devices',
  summary: `Add devices to a batch, which holds ${most} at most; those in it already stay`,
  params: idParam,
  body: members,
  output: z.object({ added: z.number().int() }),
});

export const removeFromDeviceBatch = route({
  ...ofOrganisation,
  method: 'POST',
  permission: 'operations.create',
  reach: 'organisation',
  path: '/device-batches/:id/devices/remove',
  summary: 'Take devices out of a batch; nothing else is done to them',
  params: idParam,
  body: members,
  output: z.object({ removed: z.number().int() }),
});

export const deleteDeviceBatch = route({
  ...ofOrganisation,
  method: 'DELETE',
  permission: 'operations.manage',
  reach: 'organisation',
  path: '/device-batches/:id',
  summary: 'Remove a batch; its devices and what was done to them stay',
  params: idParam,
  output: z.null(),
});
