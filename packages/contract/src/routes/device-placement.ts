import * as z from 'zod';
import { route } from '../route.ts';
import { ruled } from '../ruled.ts';
import { dayRule, snRule } from '../rules.ts';
import { id, idParam, isoDay, time } from '../vocabulary.ts';
import { claimCode, deviceDetail } from './devices.ts';

const ofDevice = { tag: 'devices', auth: 'session', scope: 'station', params: idParam } as const;

const withSecret = z.object({
  device: deviceDetail,
  /** Shown once; empty where the device goes on with what it has, or its logger speaks for it. */
  secret: z.string(),
});

export const moveDevice = route({
  ...ofDevice,
  method: 'POST',
  path: '/devices/:id/move',
  summary:
    'Move a device and what hangs on it to another station of the same organisation and owner. What it measured goes along; what was computed of the stations stays',
  permission: 'devices.delete',
  stepUp: true,
  body: z.object({ stationId: id }),
  output: withSecret,
});

export const setDeviceParent = route({
  ...ofDevice,
  method: 'PUT',
  path: '/devices/:id/parent',
  summary:
    'Hang a device on a logger of the same station, or on none. One that had no secret of its own gets one when it leaves its logger',
  permission: 'devices.edit',
  stepUp: true,
  body: z.object({ parentSn: z.string().trim().max(64).nullable() }),
  output: withSecret,
});

export const replaceDevice = route({
  ...ofDevice,
  method: 'POST',
  path: '/devices/:id/replace',
  summary:
    'Put another device in the place of this one: history, energies, labels and what hangs on it stay with the place, which has the new serial number from now on. The old one is free for seven days to be added elsewhere by the organisation',
  permission: 'devices.create',
  stepUp: true,
  body: z.object({
    sn: ruled((sn) => snRule(sn.trim())).transform((sn) => sn.trim()),
    claimCode: claimCode.optional(),
    reason: z.string().trim().max(500).default(''),
    model: z.string().trim().max(100).nullish(),
    manufacturer: z.string().trim().max(100).nullish(),
    productionDate: ruled(dayRule).nullish(),
    warrantyEnd: ruled(dayRule).nullish(),
  }),
  output: withSecret,
});

export const deviceReplacement = z.object({
  id,
  oldSn: z.string(),
  newSn: z.string(),
  /** Of the old one, as it was known. */
  old: z.object({
    model: z.string().nullable(),
    manufacturer: z.string().nullable(),
    firmware: z.string().nullable(),
    productionDate: isoDay.nullable(),
    warrantyEnd: isoDay.nullable(),
    firstPowerOn: isoDay.nullable(),
  }),
  reason: z.string(),
  /** Who did it, where the caller sees people of the station; null: gone or not shown. */
  by: z.string().nullable(),
  at: time,
});
export type DeviceReplacement = z.infer<typeof deviceReplacement>;

export const listDeviceReplacements = route({
  ...ofDevice,
  method: 'GET',
  path: '/devices/:id/replacements',
  summary: 'Devices that stood in this place before at its station, the newest first',
  permission: 'devices.view',
  output: z.array(deviceReplacement),
});
