import * as z from 'zod';
import { route } from '../route.ts';
import { csvOf } from '../vocabulary.ts';
import { alarm } from './alarms.ts';
import { deviceLive } from './devices.ts';
import { stationLive } from './stations.ts';

const accessEvent = z.object({ type: z.literal('access') });

/**
 * Events of the live stream. Each has an id; a client that reconnects with `Last-Event-ID` gets what it missed, or `reset` when
 * that is no longer kept and it must read everything again. `access`: what the caller may see or do has changed; what was read
 * before may be no longer theirs.
 */
export const liveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('station'), station: stationLive }),
  z.object({ type: z.literal('device'), device: deviceLive }),
  z.object({
    type: z.literal('points'),
    deviceId: z.number().int(),
    time: z.number().int(),
    values: z.record(z.string(), z.number()),
  }),
  z.object({ type: z.literal('alarm'), alarm }),
  /** What is kept of a station has changed: what was read of it is old. */
  z.object({ type: z.literal('stationChanged'), stationId: z.number().int() }),
  z.object({ type: z.literal('reset') }),
  accessEvent,
]);
export type LiveEvent = z.infer<typeof liveEvent>;

export const liveStream = route({
  method: 'GET',
  path: '/live',
  summary:
    'Server-sent events: state of the named stations and devices (all visible stations where none is named), points of the named devices, alarms of these; with `alarms` those of every visible station, and where nothing is named nothing else',
  tag: 'telemetry',
  auth: 'session',
  permission: 'telemetry.view',
  scope: 'station',
  transport: 'stream',
  query: z.object({
    stations: csvOf(z.coerce.number().int().positive()).optional(),
    devices: csvOf(z.coerce.number().int().positive()).optional(),
    alarms: z.enum(['true', 'false']).optional(),
  }),
  output: liveEvent,
});

/** For pages that show nothing live, whatever the role: they hear of a lock or a new role as soon as the others. */
export const accessStream = route({
  method: 'GET',
  path: '/live/access',
  summary: 'Server-sent events: only that what the caller may see or do has changed; ends with the session',
  tag: 'telemetry',
  auth: 'session',
  permission: 'any',
  scope: 'none',
  transport: 'stream',
  output: accessEvent,
});
