import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  commercialDevices,
  homeDevices,
  microgridDevices,
  storageHomeDevices,
  utilityDevices,
  type DevicePlan,
} from './plans.ts';
import { PLACES, type Place } from './places.data.ts';
import type { Fleet, FleetDevice, FleetStation, FleetStationType } from './schema.ts';

export const DEMO_FLEET_FILE = path.join(import.meta.dirname, 'demo.json');

const PLANS: Readonly<Record<FleetStationType, (place: Place, index: number) => DevicePlan[]>> = {
  residential: homeDevices,
  residentialStorage: storageHomeDevices,
  commercial: commercialDevices,
  utility: utilityDevices,
  microgrid: microgridDevices,
};

const GRID_TYPES = {
  residential: 'selfConsumption',
  residentialStorage: 'selfConsumption',
  commercial: 'selfConsumption',
  utility: 'fullFeedIn',
  microgrid: 'offGrid',
} as const;

/** Consumption as a share of the installed power. */
const LOAD_SHARE = {
  residential: 0.09,
  residentialStorage: 0.08,
  commercial: 0.25,
  utility: 0,
  microgrid: 0.16,
};

/** The demo fleet: the same at every call, every serial number and secret derived from the order of the places. */
export function makeDemoFleet(): Fleet {
  let loggers = 4_000_000_000;
  let others = 10_000_000;
  const nextSn = (plan: DevicePlan) =>
    plan.protocol === 'v5' && plan.kind === 'logger' ? `${(loggers += 1)}` : `SF${(others += 1)}`;
  return {
    organisations: [
      { code: 'SFDEMO', name: 'Sunfleet Demo', parent: null },
      { code: 'SFEMEA', name: 'Sunfleet Europe & Africa', parent: 'SFDEMO' },
      { code: 'SFAMER', name: 'Sunfleet Americas', parent: 'SFDEMO' },
      { code: 'SFAPAC', name: 'Sunfleet Asia Pacific', parent: 'SFDEMO' },
    ],
    stations: PLACES.map((place, index) => makeStation(place, index, nextSn)),
  };
}

function makeStation(place: Place, index: number, nextSn: (plan: DevicePlan) => string): FleetStation {
  const devices = named(PLANS[place.type](place, index), nextSn);
  const watts = devices
    .flatMap((device) => device.inputs)
    .reduce((sum, input) => sum + input.strings * input.modulesInSeries * input.modulePower, 0);
  const storage = devices.reduce((sum, device) => sum + (device.battery?.capacityKwh ?? 0), 0);
  const {
    name,
    type,
    climate,
    country,
    currency,
    priceBuy,
    priceFeedIn,
    timeZone,
    latitude,
    longitude,
    elevation,
  } = place;
  return {
    name,
    organisation: organisationOf(timeZone),
    owner: index === 0 || index === 11 ? 'owner' : null,
    shared: index % 4 === 0,
    type,
    gridType: GRID_TYPES[type],
    capacityKw: Math.round(watts / 10) / 100,
    batteryKwh: storage > 0 ? storage : null,
    timeZone,
    latitude,
    longitude,
    elevation,
    tilt: devices.flatMap((device) => device.inputs)[0]?.tilt ?? 20,
    azimuth: latitude >= 0 ? 180 : 0,
    country,
    address: `${10 + index} Solar Lane, ${place.town}`,
    currency,
    priceBuy,
    priceFeedIn,
    gridConnectedOn: `20${20 + (index % 5)}-${String(1 + (index % 12)).padStart(2, '0')}-15`,
    climate,
    meanLoad: Math.round(watts * LOAD_SHARE[type]),
    devices,
  };
}

function named(plans: readonly DevicePlan[], nextSn: (plan: DevicePlan) => string): FleetDevice[] {
  const sns = plans.map(nextSn);
  return plans.map(({ parent, ...plan }, index) => {
    const sn = sns[index]!;
    return {
      sn,
      parentSn: parent === null ? null : sns[parent]!,
      secret: plan.kind === 'logger' ? null : secretOf(sn),
      ...plan,
    };
  });
}

/** A secret that everybody may know: the demo's devices are invented. */
function secretOf(sn: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const digest = createHash('sha256').update(`sunfleet demo ${sn}`).digest();
  return Array.from(digest, (byte) => alphabet[byte & 31]).join('');
}

function organisationOf(timeZone: string): string {
  if (timeZone.startsWith('America/')) return 'SFAMER';
  return timeZone.startsWith('Asia/') || timeZone.startsWith('Australia/') ? 'SFAPAC' : 'SFEMEA';
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(DEMO_FLEET_FILE, `${JSON.stringify(makeDemoFleet(), null, 1)}\n`);
}
