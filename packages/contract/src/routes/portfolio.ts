import * as z from 'zod';
import { route } from '../route.ts';
import { FLEET_CLOCKS } from '../words.ts';
import { addedByPeople } from './stations.ts';
import { dayQuery, deviceStatus, id, stationStatus, stationType, time } from '../vocabulary.ts';

const tag = 'portfolio';

/** A station with its full-load hours of today and the share of what it should have given. */
const ranked = z.object({ id, name: z.string(), hours: z.number(), share: z.number().nullable() });

export const portfolioOverview = route({
  method: 'GET',
  path: '/portfolio/overview',
  summary: 'Sums, status counts and ranking over every station the caller may see',
  tag,
  auth: 'session',
  permission: 'stations.view',
  scope: 'station',
  output: z.object({
    stations: z.number().int(),
    capacityKw: z.number(),
    /** W, sum of the stations whose power is known; `powerKnown` says how many they are. */
    power: z.number().nullable(),
    powerKnown: z.number().int(),
    energyToday: z.number().nullable(),
    energyMonth: z.number().nullable(),
    energyYear: z.number().nullable(),
    energyTotal: z.number().nullable(),
    /** How much of these energies people added; absent where nobody added anything. */
    correction: addedByPeople.optional(),
    /** kWh that stations should have given today and gave, of those of which both is known, and what those below it are missing. */
    expectedToday: z.number().nullable(),
    energyOfExpected: z.number().nullable(),
    lostToday: z.number().nullable(),
    /** Of today, over the stations with a measured irradiation, and how many these are. */
    performanceRatio: z.number().nullable(),
    measured: z.number().int(),
    /** Devices that are heard now, of all. */
    devicesOnline: z.number().int(),
    devicesTotal: z.number().int(),
    stationStatuses: z.record(stationStatus, z.number().int()),
    deviceStatuses: z.record(deviceStatus, z.number().int()),
    stationTypes: z.partialRecord(
      stationType,
      z.object({ stations: z.number().int(), capacityKw: z.number() }),
    ),
    alarms: z.object({ emergency: z.number().int(), general: z.number().int(), tip: z.number().int() }),
    /**
     * The best by full-load hours of the local day, and the worst of those that gave clearly less than they should have until now
     * (`LIMITS.weakBelow`). Stations without data are in neither; those in the dark and those whose day has hardly begun are not judged:
     * `judged` says how many are.
     */
    best: z.array(ranked),
    worst: z.array(ranked),
    judged: z.number().int(),
    /** Savings, kg and trees, and the factors (kg a kWh) they follow from. */
    benefit: z
      .object({
        co2: z.number(),
        coal: z.number(),
        trees: z.number(),
        factors: z.object({ co2: z.number(), coal: z.number() }),
      })
      .nullable(),
  }),
});
export type PortfolioOverview = z.infer<(typeof portfolioOverview)['output']>;

export const portfolioPower = route({
  method: 'GET',
  path: '/portfolio/power',
  summary:
    'Power of all stations summed in 5-minute means: over the last hours, or by the time of day at each station over the last 24 hours',
  tag,
  auth: 'session',
  permission: 'telemetry.view',
  scope: 'station',
  query: z.object({
    hours: z.coerce.number().int().min(1).max(48).default(24),
    /** `station`: each station by its own clock; `hours` then says nothing. */
    clock: z.enum(FLEET_CLOCKS).default('own'),
  }),
  output: z.object({
    /** By the clocks of the stations: milliseconds since midnight. */
    times: z.array(time),
    power: z.array(z.number().nullable()),
    /** Stations that reported in the bucket. */
    reporting: z.array(z.number().int()),
  }),
});

export const portfolioEnergy = route({
  method: 'GET',
  path: '/portfolio/energy',
  summary: 'Energy of all stations by their own local days, months or years, or by the days of one zone',
  tag,
  auth: 'session',
  permission: 'telemetry.view',
  scope: 'station',
  query: z.object({
    grain: z.enum(['day', 'month', 'year']),
    from: dayQuery,
    to: dayQuery,
    /** IANA name; left out: each station counts by its own. Days alone, and 100 of them at most. */
    zone: z.string().max(64).optional(),
  }),
  output: z.object({
    buckets: z.array(
      z.object({
        start: z.string(),
        pv: z.number(),
        stations: z.number().int(),
        /** kWh of it that people added; absent where nobody added anything. */
        correction: z.number().optional(),
      }),
    ),
  }),
});

export const portfolioAvailability = route({
  method: 'GET',
  path: '/portfolio/availability',
  summary:
    'Communication and technical availability of all producers over the last whole days, five minutes old at most',
  tag,
  auth: 'session',
  permission: 'telemetry.view',
  scope: 'station',
  query: z.object({ days: z.coerce.number().int().min(1).max(90).default(30) }),
  output: z.object({
    days: z.number().int(),
    /** Producers that reported within these days or as many before them. */
    devices: z.number().int(),
    /** Share of the daylight in which they reported, the mean of their days, 0 to 1. */
    communication: z.number().nullable(),
    /** Producers that told their run state in daylight within these days. */
    tellingDevices: z.number().int(),
    /** Of the times at which they told it and could have run, those at which they ran, weighted by rated power where it is known of each, 0 to 1. */
    technical: z.number().nullable(),
  }),
});
