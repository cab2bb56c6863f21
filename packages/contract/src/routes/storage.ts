import * as z from 'zod';
import { route } from '../route.ts';
import { dayQuery, grain, id, idParam, isoDay, time } from '../vocabulary.ts';

/** Why there is no round-trip efficiency. */
export const ROUND_TRIP_GAPS = [
  'noEnergy',
  'noCharge',
  'noSoc',
  'noCapacity',
  'tooShort',
  'tooHigh',
] as const;

/** Energies at the terminals of the batteries, kWh, and cycles; null where nothing is known. */
const throughput = {
  charged: z.number().nullable(),
  discharged: z.number().nullable(),
  /** Equivalent full cycles: discharged energy by nominal capacity. */
  cycles: z.number().nullable(),
};

/** A battery of its own or behind a hybrid inverter, as it last told. */
export const storageUnit = z.object({
  deviceId: id,
  sn: z.string(),
  name: z.string().nullable(),
  /** Percent. */
  soc: z.number().nullable(),
  soh: z.number().nullable(),
  /** W, discharge +. */
  power: z.number().nullable(),
  /** °C */
  temperature: z.number().nullable(),
  /** kWh that its counters tell since it runs. */
  chargedEver: z.number().nullable(),
  dischargedEver: z.number().nullable(),
  /** Of the newest of these values. */
  lastDataAt: time.nullable(),
});
export type StorageUnit = z.infer<typeof storageUnit>;

export const stationStorage = route({
  method: 'GET',
  path: '/stations/:id/storage',
  summary:
    'The batteries of a station: how they are now, and charge, discharge, cycles, round-trip efficiency and modes by local day or month and over all of them, 400 days at most; days to come are left out',
  tag: 'stations',
  auth: 'session',
  permission: 'telemetry.view',
  scope: 'station',
  params: idParam,
  query: z.object({ grain: grain.extract(['day', 'month']), from: dayQuery, to: dayQuery }),
  output: z.object({
    grain: grain.extract(['day', 'month']),
    timeZone: z.string(),
    /** kWh when new, of all batteries together; null where it was not entered. */
    capacityKwh: z.number().nullable(),
    /** Percent, mean of the batteries that tell it. */
    soh: z.number().nullable(),
    units: z.array(storageUnit),
    ...throughput,
    /** Equivalent full cycles since the batteries run, by their own counters. */
    cyclesEver: z.number().nullable(),
    roundTrip: z.object({
      /** 0 to 1. */
      efficiency: z.number().nullable(),
      gap: z.enum(ROUND_TRIP_GAPS).nullable(),
      /** kWh between the first and the last known state of charge. */
      charged: z.number().nullable(),
      discharged: z.number().nullable(),
      socStart: z.number().nullable(),
      socEnd: z.number().nullable(),
      /** kWh that stayed in the batteries. */
      stored: z.number().nullable(),
      from: time.nullable(),
      to: time.nullable(),
    }),
    /** Milliseconds in which the batteries charged, discharged and rested, and in which nothing is known of them. */
    modes: z.object({
      charging: z.number(),
      discharging: z.number(),
      resting: z.number(),
      unknown: z.number(),
    }),
    buckets: z.array(z.object({ start: z.string(), ...throughput })),
  }),
});
export type StationStorage = z.infer<(typeof stationStorage)['output']>;

/** Why a part of the value of a battery is not known. */
export const STORAGE_VALUE_GAPS = [
  'noBattery',
  'noProduction',
  'noExport',
  'noImport',
  'noTariff',
  'noFeedInPrice',
  'noImportPrice',
] as const;

const minor = z.number().int().nullable();

export const stationStorageValue = route({
  method: 'GET',
  path: '/stations/:id/storage/value',
  summary:
    'What the batteries of a station earned between two local days, 400 at most: what they gave minus what they took, each at the price of its time, with the reason where something is not known',
  tag: 'tariffs',
  auth: 'session',
  permission: 'tariffs.view',
  scope: 'station',
  params: idParam,
  query: z.object({ from: dayQuery, to: dayQuery }),
  output: z.object({
    from: isoDay,
    to: isoDay,
    /** Minor units of each currency. */
    values: z.array(
      z.object({
        currency: z.string(),
        parts: z.object({ saved: minor, sold: minor, kept: minor, bought: minor }),
        total: minor,
      }),
    ),
    gaps: z.array(z.enum(STORAGE_VALUE_GAPS)),
    /** kWh of each part. */
    energies: z.object({ saved: z.number(), sold: z.number(), kept: z.number(), bought: z.number() }),
    /** kWh charged and discharged in times of which another flow is not known: they are in no part. */
    unsettled: z.number(),
    /** kWh in intervals within which a price changed: they were laid evenly over the interval. */
    divided: z.number(),
    /** Length of the intervals that were priced, minutes. */
    step: z.number().int(),
  }),
});
export type StationStorageValue = z.infer<(typeof stationStorageValue)['output']>;
