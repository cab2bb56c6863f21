import * as z from 'zod';
import { route } from '../route.ts';

const tag = 'addresses';
const text = z.string().nullable();

const place = z.object({
  label: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  /** ISO 3166-1. */
  country: text,
  state: text,
  city: text,
  district: text,
  /** Street and number. */
  detail: text,
  postCode: text,
});

/** An address that a service found. */
export type FoundAddress = z.output<typeof place>;

export const stationAddressSource = route({
  method: 'GET',
  path: '/addresses/source',
  summary: 'Who finds addresses for the form of a station; null where this server has nobody who does',
  tag,
  auth: 'session',
  permission: 'stations.edit',
  scope: 'none',
  output: z
    .object({
      name: z.string(),
      /** Who must be named beside what is found; empty where nobody must. */
      credit: z.string(),
    })
    .nullable(),
});

export const findStationAddresses = route({
  method: 'GET',
  path: '/addresses',
  summary:
    'Addresses that a text finds at the service that the settings of the server name; counted by person and day, apart from what is kept of earlier searches',
  tag,
  auth: 'session',
  permission: 'stations.edit',
  scope: 'none',
  asksOutside: true,
  ratePerMinute: 30,
  query: z.object({ q: z.string().trim().min(2).max(200) }),
  output: z.object({
    /** When the service was asked: answers are kept for a time. */
    askedAt: z.number().int(),
    /** At most eight. */
    places: z.array(place),
  }),
});
