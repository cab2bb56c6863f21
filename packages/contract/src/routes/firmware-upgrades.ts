import * as z from 'zod';
import { deviceFilter } from '../device-filters.ts';
import { pageOf, pageQuery } from '../envelope.ts';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { runWindow } from '../run-window.ts';
import {
  UPGRADE_DEVICE_STATES,
  UPGRADE_FAILURES,
  UPGRADE_REPORT_FAILURES,
  UPGRADE_STATES,
} from '../upgrade-words.ts';
import { id, idParam, time } from '../vocabulary.ts';

const tag = 'firmware';
const upgrades = { tag, auth: 'session', permission: 'firmware.upgrade', scope: 'organisation' } as const;
const ofDevice = {
  tag: 'ingest',
  auth: 'device',
  scope: 'none',
  path: '/ingest/v1/:sn/firmware',
  params: z.object({ sn: z.string().min(3).max(64) }),
} as const;

const count = z.number().int();

const upgrade = z.object({
  id,
  firmware: z.object({ id, name: z.string(), version: z.string() }),
  state: z.enum(UPGRADE_STATES),
  /** Null: an account that is gone. */
  by: z.object({ id, name: z.string() }).nullable(),
  createdAt: time,
  endedAt: time.nullable(),
  devices: z.partialRecord(z.enum(UPGRADE_DEVICE_STATES), count),
});
export type FirmwareUpgrade = z.infer<typeof upgrade>;

const upgradeDevice = z.object({
  device: z.object({ id, sn: z.string(), name: z.string().nullable() }),
  /** 0: a canary. */
  wave: count,
  state: z.enum(UPGRADE_DEVICE_STATES),
  /** Grows when it is tried again. */
  attempt: count,
  failure: z.enum(UPGRADE_FAILURES).nullable(),
  /** Words of the device. */
  detail: z.string().nullable(),
  fromVersion: z.string().nullable(),
  /** How much of the image it has asked for, from 0 to 1. */
  share: z.number(),
  beganAt: time.nullable(),
  endedAt: time.nullable(),
  /** It takes longer than the usual 20 minutes. */
  slow: z.boolean(),
  /** It said the new version after its half hour only. */
  late: z.boolean(),
});
export type FirmwareUpgradeDevice = z.infer<typeof upgradeDevice>;

const target = z.object({
  firmwareId: id,
  /** They come first, in this order. */
  sns: z.array(z.string().trim().min(3).max(64)).max(LIMITS.firmwareDevices).default([]),
  stationIds: z.array(id).max(LIMITS.stationsAtOnce).default([]),
  labelIds: z.array(id).max(LIMITS.labelledAtOnce).default([]),
  batchIds: z.array(id).max(LIMITS.batchesAtOnce).default([]),
  /** Of stations, labels and batches only those that fit as well; alone: all that fit. */
  filters: z.object(deviceFilter.shape).partial().optional(),
});

export const checkFirmwareUpgrade = route({
  ...upgrades,
  method: 'POST',
  reads: true,
  path: '/firmware-upgrades/check',
  reach: 'part',
  summary:
    'Which devices an upgrade would reach: those that are named, and of stations, labels, batches and a filter those whose model the firmware is for',
  body: target,
  output: z.object({
    devices: count,
    /** The first of them, in their order. */
    first: z.array(z.string()),
  }),
});

export const startFirmwareUpgrade = route({
  ...upgrades,
  method: 'POST',
  path: '/firmware-upgrades',
  reach: 'part',
  summary:
    'Put a firmware on devices, named by serial number, station, label, batch or filter, once a second person approved it: canaries first, then a tenth, half and all, halted where more than some percent fail',
  stepUp: true,
  secondPerson: true,
  body: target.extend({
    window: runWindow,
    /** Nothing more begins where a greater share of the devices failed, percent. */
    mostFailed: z.number().int().min(0).max(100).default(5),
  }),
  output: z.null(),
});

export const listFirmwareUpgrades = route({
  ...upgrades,
  method: 'GET',
  path: '/firmware-upgrades',
  summary:
    'The newest upgrades with a firmware, of the caller or of organisations that the caller looks after',
  query: z.object({ firmwareId: z.coerce.number().int().positive() }),
  output: z.array(upgrade),
});

export const getFirmwareUpgrade = route({
  ...upgrades,
  method: 'GET',
  path: '/firmware-upgrades/:id',
  summary: 'How far an upgrade is, with how many devices',
  params: idParam,
  output: upgrade,
});

export const listFirmwareUpgradeDevices = route({
  ...upgrades,
  method: 'GET',
  path: '/firmware-upgrades/:id/devices',
  summary: 'Devices of an upgrade, each with how far it is and why it failed; what failed comes first',
  params: idParam,
  query: pageQuery.extend({ state: z.enum(UPGRADE_DEVICE_STATES).optional() }),
  output: pageOf(upgradeDevice),
});

const ownUpgrade = upgradeDevice
  .omit({ device: true })
  .extend({ id, firmware: upgrade.shape.firmware, by: upgrade.shape.by });
export type OwnUpgrade = z.infer<typeof ownUpgrade>;

export const listDeviceUpgrades = route({
  tag,
  auth: 'session',
  permission: 'firmware.upgrade',
  scope: 'station',
  method: 'GET',
  path: '/devices/:id/firmware-upgrades',
  summary: 'Upgrades of one device, newest first, each with how far it is and why it ended',
  params: idParam,
  query: pageQuery,
  output: pageOf(ownUpgrade),
});

export const stopFirmwareUpgrade = route({
  ...upgrades,
  method: 'POST',
  path: '/firmware-upgrades/:id/stop',
  reach: 'part',
  summary: 'Let nothing more begin, and end transfers; devices that have the whole image go on',
  stops: true,
  params: idParam,
  output: z.null(),
});

export const retryFirmwareUpgrade = route({
  ...upgrades,
  method: 'POST',
  path: '/firmware-upgrades/:id/retry',
  reach: 'part',
  summary: 'Try again the devices that did not succeed',
  stepUp: true,
  params: idParam,
  output: z.null(),
});

export const getFirmwareBlock = route({
  ...ofDevice,
  method: 'GET',
  summary: `Bytes of the image that the device was told to fetch, ${LIMITS.firmwareBlockBytes / 1024} kB at most, from the first byte of the Range header on. Bearer: the token of the command`,
  transport: 'raw',
  output: z.string(),
});

export const reportFirmware = route({
  ...ofDevice,
  method: 'POST',
  summary:
    'The device did not install the image, or went back to the version of before. Bearer: the token of the command',
  body: z.object({
    state: z.enum(['failed', 'rolledBack']),
    failure: z.enum(UPGRADE_REPORT_FAILURES),
    detail: z.string().max(200).optional(),
  }),
  output: z.null(),
});
