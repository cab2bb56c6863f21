import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { deviceKind, gridType, isoDay, meterRole, stationType } from '@sunfleet/contract';
import * as z from 'zod';

/** The fleet that the simulator speaks for, read as data: the server imports nothing of the simulator. */
export const DEMO_FLEET_FILE = path.join(import.meta.dirname, '../../../../simulator/fleets/demo.json');

const input = z.object({
  mppt: z.number().int(),
  strings: z.number().int(),
  modulesInSeries: z.number().int(),
  modulePower: z.number(),
  tilt: z.number(),
  azimuth: z.number(),
});

const device = z.object({
  sn: z.string(),
  kind: deviceKind,
  parentSn: z.string().nullable(),
  profileId: z.string().nullable(),
  manufacturer: z.string(),
  model: z.string(),
  secret: z.string().nullable(),
  ratedPower: z.number().nullable(),
  meterRole: meterRole.nullable(),
  slave: z.number().int().nullable(),
  inputs: z.array(input),
  intervalSeconds: z.number(),
});

const station = z.object({
  name: z.string(),
  organisation: z.string(),
  owner: z.literal('owner').nullable(),
  shared: z.boolean(),
  type: stationType,
  gridType,
  capacityKw: z.number(),
  batteryKwh: z.number().nullable(),
  timeZone: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  elevation: z.number(),
  tilt: z.number(),
  azimuth: z.number(),
  country: z.string(),
  address: z.string(),
  currency: z.string(),
  priceBuy: z.number(),
  priceFeedIn: z.number(),
  gridConnectedOn: isoDay,
  devices: z.array(device),
});

const fleet = z.object({
  organisations: z.array(z.object({ code: z.string(), name: z.string(), parent: z.string().nullable() })),
  stations: z.array(station),
});

export type DemoFleet = z.infer<typeof fleet>;
export type DemoStation = z.infer<typeof station>;

/** What the server needs of a fleet file. Throws when the file is missing or not one. */
export async function readDemoFleet(file = DEMO_FLEET_FILE): Promise<DemoFleet> {
  return fleet.parse(JSON.parse(await readFile(file, 'utf8')));
}
