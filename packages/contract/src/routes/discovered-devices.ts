import * as z from 'zod';
import { route } from '../route.ts';
import { deviceKind, idParam, time } from '../vocabulary.ts';

const tag = 'devices';

export const discoveredDevice = z.object({
  sn: z.string(),
  kind: deviceKind,
  model: z.string().nullable(),
  manufacturer: z.string().nullable(),
  /** A person said that it does not belong there. */
  declined: z.boolean(),
  firstSeenAt: time,
  lastSeenAt: time,
});
export type DiscoveredDevice = z.infer<typeof discoveredDevice>;

export const listDiscoveredDevices = route({
  method: 'GET',
  path: '/devices/:id/discovered',
  summary: 'Serial numbers that a V5 logger names and that nobody accepted yet as devices behind it',
  tag,
  auth: 'session',
  permission: 'devices.create',
  scope: 'station',
  params: idParam,
  output: z.array(discoveredDevice),
});

const discoveredSn = z.object({ sn: z.string().trim().min(1).max(64) });

export const acceptDiscoveredDevice = route({
  method: 'POST',
  path: '/devices/:id/discovered/accept',
  summary: "Make a device that a logger names one of the logger's station, and let the logger speak for it",
  tag,
  auth: 'session',
  permission: 'devices.create',
  scope: 'station',
  params: idParam,
  body: discoveredSn,
  output: z.null(),
});

export const declineDiscoveredDevice = route({
  method: 'POST',
  path: '/devices/:id/discovered/decline',
  summary: 'Say that a device which a logger names does not belong there; its data stays out',
  tag,
  auth: 'session',
  permission: 'devices.create',
  scope: 'station',
  params: idParam,
  body: discoveredSn,
  output: z.null(),
});

export const declineDiscoveredDevices = route({
  method: 'POST',
  path: '/devices/:id/discovered/decline-all',
  summary: 'Decline everything that a logger names and that still waits; answers how many these are',
  tag,
  auth: 'session',
  permission: 'devices.create',
  scope: 'station',
  params: idParam,
  output: z.object({ declined: z.number().int() }),
});
