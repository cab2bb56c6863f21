import * as z from 'zod';
import { pageOf, pageQuery } from '../envelope.ts';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { ruledObject } from '../ruled.ts';
import { lacksCurrency, stationFilter, type StationFilter } from '../station-filters.ts';
import { latestPoint } from './custom-points.ts';
import { lightSource } from './expected-power.ts';
import {
  communication,
  csvOf,
  dayQuery,
  energySource,
  expectedBy,
  flow,
  grain,
  gridType,
  id,
  idParam,
  isoDay,
  labelTag,
  runMode,
  stationStatus,
  stationType,
  time,
  STATION_SORTS,
} from '../vocabulary.ts';

const tag = 'stations';

/** kWh of the energies of a station, or of several, that people added to what was measured; 0: none. */
export const addedByPeople = z.object({
  today: z.number(),
  month: z.number(),
  year: z.number(),
  total: z.number(),
});
export type AddedByPeople = z.infer<typeof addedByPeople>;

/** Live figures of a station. `null` is "not known", never zero. Powers in W, grid import +, battery discharge +. */
export const stationLive = z.object({
  stationId: id,
  status: stationStatus,
  communication,
  /** What its producers do; null while none tells it. */
  runMode: runMode.nullable(),
  power: z.number().nullable(),
  load: z.number().nullable(),
  grid: z.number().nullable(),
  battery: z.number().nullable(),
  soc: z.number().nullable(),
  irradiance: z.number().nullable(),
  /** kWh of the station's local day, month, year and of its life. */
  energyToday: z.number().nullable(),
  energyMonth: z.number().nullable(),
  energyYear: z.number().nullable(),
  energyTotal: z.number().nullable(),
  /** How much of these people added; absent where nobody added anything. */
  correction: addedByPeople.optional(),
  /**
   * kWh that the station should have given since its local midnight: by its sensors, else by the weather or by neighbours, as the curve of its day says;
   * what a clear sky allows where nothing else tells of the light.
   */
  expectedToday: z.number().nullable(),
  /** What most of it rests on; null where nothing is expected. */
  expectedBy: expectedBy.nullable(),
  /** Measured irradiation on the modules since then, kWh/m²; null where it was not measured the whole day. */
  irradiationToday: z.number().nullable(),
  /** Percent: the weakest of its loggers and devices that are heard; null where none tells it. */
  signal: z.number().nullable(),
  devicesOnline: z.number().int(),
  devicesTotal: z.number().int(),
  alarms: z.object({ emergency: z.number().int(), general: z.number().int(), tip: z.number().int() }),
  lastDataAt: time.nullable(),
});
export type StationLive = z.infer<typeof stationLive>;

export const stationRow = z.object({
  id,
  name: z.string(),
  type: stationType,
  capacityKw: z.number(),
  batteryKwh: z.number().nullable(),
  timeZone: z.string(),
  country: z.string().nullable(),
  address: z.string().nullable(),
  /** Town that the address names or that is nearest, with state or province and country (ISO 3166-1); null where none is near. */
  place: z
    .object({ town: z.string().nullable(), region: z.string().nullable(), country: z.string().nullable() })
    .nullable(),
  owner: z.string().nullable(),
  organisation: z.string().nullable(),
  gridConnectedOn: isoDay.nullable(),
  /** Open to visitors, who see it masked. */
  shared: z.boolean(),
  /** Its arrays are known. */
  configured: z.boolean(),
  labels: z.array(labelTag),
  /** Marked by the caller. */
  favourite: z.boolean(),
  live: stationLive,
});
export type StationRow = z.infer<typeof stationRow>;

/** Amounts of several currencies have no order. */
export const currencyOfRevenue = (query: StationFilter & { sort?: string | undefined }) =>
  lacksCurrency(query) ? ({ rule: 'revenueCurrencyMissing', path: 'currency' } as const) : undefined;

/** Sums over stations; null where no station knows the figure. */
export const stationSums = z.object({
  capacityKw: z.number(),
  power: z.number().nullable(),
  energyToday: z.number().nullable(),
  energyMonth: z.number().nullable(),
  energyYear: z.number().nullable(),
  energyTotal: z.number().nullable(),
  /** How much of these sums people added; absent where nobody added anything. */
  correction: addedByPeople.optional(),
  /** kWh of the stations whose expectation and energy of today are both known, and their energy. */
  expectedToday: z.number().nullable(),
  energyOfExpected: z.number().nullable(),
  /** kWh that stations gave less than expected today; what others gave more does not make up for it. */
  lostToday: z.number().nullable(),
});
export type StationSums = z.infer<typeof stationSums>;

export const listStations = route({
  method: 'GET',
  path: '/stations',
  summary:
    'Stations the caller may see: filtered, sorted and paged on the server, favourites of the caller first, with live values',
  tag,
  auth: 'session',
  permission: 'stations.view',
  scope: 'station',
  query: ruledObject(
    pageQuery.extend({
      ...stationFilter.shape,
      sort: z.enum(STATION_SORTS).default('worst'),
      order: z.enum(['asc', 'desc']).default('desc'),
      /** Asks for the sums as well. */
      sums: z.stringbool().default(false),
    }),
    currencyOfRevenue,
  ),
  output: pageOf(stationRow).extend({
    /** Stations by status under the same search and type filter, whatever status is chosen. */
    counts: z.record(stationStatus, z.number().int()),
    /** Over all pages under the whole filter, where they are asked for. */
    sums: stationSums.optional(),
  }),
});

export const mapStations = route({
  method: 'GET',
  path: '/stations/map',
  summary: 'Positions (WGS-84) and state of every station under the filter, compact for the map',
  tag,
  auth: 'session',
  permission: 'stations.view',
  scope: 'station',
  query: ruledObject(stationFilter, currencyOfRevenue),
  output: z.array(
    z.object({
      id,
      name: z.string(),
      latitude: z.number(),
      longitude: z.number(),
      capacityKw: z.number(),
      status: stationStatus,
      power: z.number().nullable(),
    }),
  ),
});

export const stationDetail = stationRow.extend({
  gridType: gridType.nullable(),
  latitude: z.number(),
  longitude: z.number(),
  elevation: z.number().nullable(),
  tilt: z.number().nullable(),
  /** Degrees clockwise from north. */
  azimuth: z.number().nullable(),
  ownerPhone: z.string().nullable(),
  province: z.string().nullable(),
  city: z.string().nullable(),
  district: z.string().nullable(),
  postCode: z.string().nullable(),
  /** Of whoever is there, or lets people in; the owner's own is another one. */
  contactPhone: z.string().nullable(),
  contactEmail: z.string().nullable(),
  notes: z.string().nullable(),
  currency: z.string().nullable(),
  /** Price of a kWh bought and fed in. */
  priceBuy: z.number().nullable(),
  priceFeedIn: z.number().nullable(),
  firstPowerOn: isoDay.nullable(),
  installedOn: isoDay.nullable(),
  createdAt: time,
  /** Grows with each edit; an edit names the one that it began with. */
  version: z.number().int(),
  /** The station's own day, month and year now. */
  today: isoDay,
  sunrise: time.nullable(),
  sunset: time.nullable(),
});
export type StationDetail = z.infer<typeof stationDetail>;

export const getStation = route({
  method: 'GET',
  path: '/stations/:id',
  summary: 'One station with its live state',
  tag,
  auth: 'session',
  permission: 'stations.view',
  scope: 'station',
  params: idParam,
  output: stationDetail,
});

export const favouriteStation = route({
  method: 'PUT',
  path: '/stations/:id/favourite',
  summary: `Mark a station as a favourite of the caller, which comes first in lists and in the search, or take the mark away; ${LIMITS.favourites} at most`,
  tag,
  auth: 'session',
  permission: 'any',
  scope: 'station',
  params: idParam,
  body: z.object({ favourite: z.boolean() }),
  output: z.null(),
});

const powerPoint = z.number().nullable();

export const stationPower = route({
  method: 'GET',
  path: '/stations/:id/power',
  summary: 'Power curves of one local day (5-minute means, W) with the expected band; gaps are null',
  tag,
  auth: 'session',
  permission: 'telemetry.view',
  scope: 'station',
  params: idParam,
  query: z.object({ day: dayQuery.optional() }),
  output: z.object({
    day: isoDay,
    timeZone: z.string(),
    /** Start of each 5-minute bucket. */
    times: z.array(time),
    pv: z.array(powerPoint),
    load: z.array(powerPoint),
    grid: z.array(powerPoint),
    battery: z.array(powerPoint),
    soc: z.array(powerPoint),
    irradiance: z.array(powerPoint),
    /** What is exceeded on five, nine and one of ten occasions; null in what is to come. */
    expected: z.array(powerPoint),
    expectedLow: z.array(powerPoint),
    expectedHigh: z.array(powerPoint),
    /** What cannot be exceeded: clean air, bright clouds, cool modules, no losses. */
    expectedBound: z.array(powerPoint),
    /** What most of the expected energy rests on. */
    expectedSource: lightSource,
    sunrise: time.nullable(),
    sunset: time.nullable(),
  }),
});
export type StationPower = z.infer<(typeof stationPower)['output']>;

export const stationDayCurves = route({
  method: 'GET',
  path: '/stations/day-curves',
  summary: 'Mean power of each half hour of the local day of several stations, for lists; a gap is null',
  tag,
  auth: 'session',
  permission: 'telemetry.view',
  scope: 'station',
  query: z.object({ ids: csvOf(z.coerce.number().int().positive()).pipe(z.array(id).min(1).max(200)) }),
  /** Stations that the caller may not see are left out. */
  output: z.array(z.object({ stationId: id, power: z.array(powerPoint) })),
});

export const energyBucket = z.object({
  /** Local start: `2026-11-21T10:00` of an hour, `2026-11-21`, `2026-11` or `2026`. */
  start: z.string(),
  energies: z.partialRecord(flow, z.number()),
  sources: z.partialRecord(flow, energySource),
  /** kWh of `pv` that people added; absent where nobody added anything. */
  correction: z.number().optional(),
  /** kWh of `pv` whose time inside the bucket is not known (it arrived after a gap). */
  spread: z.number(),
  /** Share of the expected samples that arrived in daylight; null where nothing was expected. */
  completeness: z.number().nullable(),
});
export type EnergyBucket = z.infer<typeof energyBucket>;

export const stationEnergy = route({
  method: 'GET',
  path: '/stations/:id/energy',
  summary: 'Energy of local hours, days, months or years, with the source of each figure',
  tag,
  auth: 'session',
  permission: 'telemetry.view',
  scope: 'station',
  params: idParam,
  query: z.object({ grain: grain.exclude(['5m']), from: dayQuery, to: dayQuery }),
  output: z.object({ grain, timeZone: z.string(), buckets: z.array(energyBucket) }),
});

const dayOrMonth = grain.extract(['day', 'month']);
const dayOrMonthQuery = z.object({ grain: dayOrMonth, from: dayQuery, to: dayQuery });

/** Shares, 0 to 1; null where nothing is known. */
const availability = {
  /** Of the daylight since its producers first reported, in which they did. */
  communication: z.number().nullable(),
  /** Of the times at which they told their state in daylight and nothing from outside kept them from running, at which they ran. */
  technical: z.number().nullable(),
};

export const stationAvailability = route({
  method: 'GET',
  path: '/stations/:id/availability',
  summary:
    'Communication and technical availability of the producers of a station in daylight, by local day or month and over all of them, 400 days at most; days to come are left out',
  tag,
  auth: 'session',
  permission: 'telemetry.view',
  scope: 'station',
  params: idParam,
  query: dayOrMonthQuery,
  output: z.object({
    grain: dayOrMonth,
    timeZone: z.string(),
    ...availability,
    buckets: z.array(z.object({ start: z.string(), ...availability })),
  }),
});
export type StationAvailability = z.infer<(typeof stationAvailability)['output']>;

export const stationLatest = route({
  method: 'GET',
  path: '/stations/:id/latest',
  summary:
    'Latest value of every point of every device of one station, custom points by the name and unit they were given',
  tag,
  auth: 'session',
  permission: 'telemetry.view',
  scope: 'station',
  params: idParam,
  output: z.object({
    devices: z.array(
      z.object({
        deviceId: id,
        points: z.array(latestPoint),
      }),
    ),
  }),
});
