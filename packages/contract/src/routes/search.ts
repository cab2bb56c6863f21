import * as z from 'zod';
import { route } from '../route.ts';
import { deviceKind, id, labelTag, stationStatus } from '../vocabulary.ts';
import { alarm } from './alarms.ts';

const named = z.object({ id, name: z.string() });

/** What a search has found, the nearest first in each kind. A kind that the caller may not see is empty. */
export const found = z.object({
  stations: z.array(
    named.extend({
      status: stationStatus,
      town: z.string().nullable(),
      organisation: z.string().nullable(),
      /** Marked by the caller: these come first. */
      favourite: z.boolean(),
      /** Found although it is spelt otherwise than asked for. */
      near: z.boolean(),
    }),
  ),
  devices: z.array(
    z.object({
      id,
      sn: z.string(),
      name: z.string().nullable(),
      model: z.string().nullable(),
      kind: deviceKind,
      station: named.nullable(),
    }),
  ),
  /** Open ones of what was found, and those of this code. */
  alarms: z.array(
    alarm.pick({ id: true, level: true, textKey: true, code: true, station: true, beganAt: true }),
  ),
  people: z.array(named.extend({ contact: z.string().nullable(), organisation: z.string().nullable() })),
  organisations: z.array(named.extend({ code: z.string() })),
  labels: z.array(labelTag),
});
export type Found = z.infer<typeof found>;

export const findAll = route({
  method: 'GET',
  path: '/search',
  summary:
    'Stations, devices, open alarms, people, organisations and labels by name, address, serial number, contact or code, within what the caller may see; names also as they sound in other scripts and with typing errors; favourites of the caller first',
  tag: 'search',
  auth: 'session',
  permission: 'stations.view',
  scope: 'station',
  query: z.object({
    q: z.string().trim().min(2).max(100),
    /** Rows of each kind. */
    most: z.coerce.number().int().min(1).max(50).default(6),
  }),
  output: found,
});
