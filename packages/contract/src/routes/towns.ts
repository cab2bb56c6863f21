import * as z from 'zod';
import { route } from '../route.ts';
import { LARGEST_TOWN_TILE } from '../towns.ts';

const tag = 'towns';
const degrees = (most: number) => z.coerce.number().min(-most).max(most);
const tileNumber = z.coerce
  .number()
  .int()
  .min(0)
  .max(2 ** LARGEST_TOWN_TILE - 1);

const position = { latitude: z.number(), longitude: z.number() };

export const findTowns = route({
  method: 'GET',
  path: '/towns',
  summary:
    'Towns by the beginning of their name, whatever the accents; behind a comma that of their region or country. The likeliest first: by population, and near the position where one is given',
  tag,
  auth: 'session',
  permission: 'stations.view',
  scope: 'none',
  ratePerMinute: 300,
  query: z.object({
    q: z.string().trim().min(1).max(100),
    latitude: degrees(90).optional(),
    longitude: degrees(180).optional(),
  }),
  /** At most eight. */
  output: z.array(
    z.object({
      name: z.string(),
      /** State or province; null where it is not known. */
      region: z.string().nullable(),
      /** ISO 3166-1. */
      country: z.string(),
      ...position,
      population: z.number().int(),
    }),
  ),
});

export const estimateElevation = route({
  method: 'GET',
  path: '/towns/elevation',
  summary:
    'How high a place is by the towns within 10 km, two at least, where these differ by 100 m at most: an estimate, half of them within 9 m and nine in ten within 47 m',
  tag,
  auth: 'session',
  permission: 'stations.view',
  scope: 'none',
  ratePerMinute: 300,
  query: z.object({ latitude: degrees(90), longitude: degrees(180) }),
  output: z.object({
    /** Metres above the sea; null where the towns around do not tell. */
    elevation: z.number().int().nullable(),
  }),
});

export const mapTowns = route({
  method: 'GET',
  path: '/towns/map',
  summary: 'The most populous towns of a square of the map, numbered as tile servers do (Web Mercator)',
  tag,
  auth: 'session',
  permission: 'stations.view',
  scope: 'none',
  ratePerMinute: 1_200,
  query: z.object({
    z: z.coerce.number().int().min(0).max(LARGEST_TOWN_TILE),
    x: tileNumber,
    y: tileNumber,
  }),
  output: z.array(z.object({ name: z.string(), ...position, population: z.number().int() })),
});
