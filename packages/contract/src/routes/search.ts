import * as z from 'zod';
import { pageQuery } from '../envelope.ts';
import { route } from '../route.ts';
import { deviceKind, id, labelTag, stationStatus } from '../vocabulary.ts';
import { FOUND_KINDS } from '../words.ts';
import { alarm } from './alarms.ts';

const named = z.object({ id, name: z.string() });

/** What a search has found, the nearest first in each kind. A kind that the caller may not see is empty. */
export const found = z.object({
  stations: z.array(
    named.extend({
      status: stationStatus,
      town: z.string().nullable(),
      /** Where it contains the text. */
      address: z.string().nullable(),
      organisation: z.string().nullable(),
      /** Marked by the caller: these come first. */
      favourite: z.boolean(),
      /** Found although it is spelt otherwise than asked for. */
      near: z.boolean(),
      /** Words of name and town that are near the text, where neither contains it. */
      alike: z.array(z.string()),
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

const searched = z.string().trim().min(2).max(100);

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
    q: searched,
    /** Rows of each kind. */
    most: z.coerce.number().int().min(1).max(50).default(6),
  }),
  output: found,
});

export const pageFound = route({
  method: 'GET',
  path: '/search/page',
  summary:
    'All results of a search: how many of each kind there are, and a page of one kind, or the first rows of every kind; in the order of `findAll`',
  tag: 'search',
  auth: 'session',
  permission: 'stations.view',
  scope: 'station',
  query: pageQuery.extend({
    q: searched,
    /** Without it the first `pageSize` rows of every kind are answered, whatever the page. */
    kind: z.enum(FOUND_KINDS).optional(),
  }),
  output: found.extend({
    /** How many there are of each kind, whichever is asked for. */
    counts: z.record(z.enum(FOUND_KINDS), z.number().int()),
  }),
});
export type FoundPage = z.infer<(typeof pageFound)['output']>;
