import * as z from 'zod';
import { route } from '../route.ts';
import { id, idParam, stationType, time } from '../vocabulary.ts';

const tag = 'stations';

/** What keeps a station from being ended while it is open. */
const ENDING_OBSTACLES = ['handOver', 'grant', 'dispute', 'import', 'command'] as const;

export const stationEnding = z.object({
  /** Devices that are hidden with it. */
  devices: z.number().int(),
  /** Each with a name: a file, a serial number, whom the station was offered to. */
  open: z.array(z.object({ kind: z.enum(ENDING_OBSTACLES), name: z.string() })),
  /** Whether a second person has to agree. */
  byTwo: z.boolean(),
  /** Who asked for it, where it waits for the second person. */
  asked: z.object({ by: z.string().nullable(), at: time, own: z.boolean() }).nullable(),
});
export type StationEnding = z.infer<typeof stationEnding>;

export const getStationEnding = route({
  method: 'GET',
  path: '/stations/:id/ending',
  summary: 'What stands against ending a station, and whether it waits for a second person',
  tag,
  auth: 'session',
  permission: 'stations.delete',
  scope: 'station',
  params: idParam,
  output: stationEnding,
});

export const endStation = route({
  method: 'DELETE',
  path: '/stations/:id',
  summary:
    'End a station by typing its name: it is hidden, and can be restored with all its data for 30 days. A utility station is ended by two people: the first call asks, that of somebody else within 7 days ends it',
  tag,
  auth: 'session',
  permission: 'stations.delete',
  scope: 'station',
  stepUp: true,
  params: idParam,
  body: z.object({ name: z.string().max(255) }),
  /** False: it waits for a second person. */
  output: z.object({ ended: z.boolean() }),
});

export const cancelStationEnding = route({
  method: 'DELETE',
  path: '/stations/:id/ending',
  summary: 'Withdraw or decline that a station is ended, while it waits for a second person',
  tag,
  auth: 'session',
  permission: 'stations.delete',
  scope: 'station',
  params: idParam,
  output: z.null(),
});

export const endedStation = z.object({
  id,
  name: z.string(),
  type: stationType,
  capacityKw: z.number(),
  organisation: z.string(),
  endedAt: time,
  /** Null where the account is gone. */
  endedBy: z.string().nullable(),
  /** When it and all its data are deleted. */
  goneAt: time,
});
export type EndedStation = z.infer<typeof endedStation>;

export const listEndedStations = route({
  method: 'GET',
  path: '/stations/ended',
  summary: 'Stations that were ended and can be restored, the newest first, 200 at most',
  tag,
  auth: 'session',
  permission: 'stations.delete',
  scope: 'station',
  output: z.array(endedStation),
});

export const restoreStation = route({
  method: 'POST',
  path: '/stations/:id/restore',
  summary: 'Bring a station back that was ended, with all its data',
  tag,
  auth: 'session',
  permission: 'stations.delete',
  scope: 'station',
  params: idParam,
  output: z.null(),
});
