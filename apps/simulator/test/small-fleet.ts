import type { Fleet, FleetDevice, FleetStation } from '../fleets/schema.ts';

/** A device for tests; its secret is `secret <sn>`. */
export function makeDevice(sn: string, over: Partial<FleetDevice> = {}): FleetDevice {
  return {
    sn,
    kind: 'inverter',
    protocol: 'mqtt',
    parentSn: null,
    profileId: 'deye-string',
    manufacturer: 'Deye',
    model: 'SUN-8K-G03',
    secret: over.kind === 'logger' ? null : `secret ${sn}`,
    ratedPower: 8000,
    meterRole: null,
    inputs: [
      { mppt: 1, strings: 2, modulesInSeries: 10, modulePower: 450, tilt: 30, azimuth: 180 },
      { mppt: 2, strings: 1, modulesInSeries: 10, modulePower: 450, tilt: 30, azimuth: 180 },
    ],
    battery: null,
    slave: null,
    v5Data: null,
    intervalSeconds: 5,
    fault: null,
    ...over,
  };
}

const BARE = { ratedPower: null, inputs: [] };

export const makeLogger = (sn: string, over: Partial<FleetDevice> = {}): FleetDevice =>
  makeDevice(sn, {
    kind: 'logger',
    protocol: 'v5',
    model: 'LSW-3',
    profileId: null,
    intervalSeconds: 60,
    ...BARE,
    ...over,
  });

export const makeMeter = (sn: string, over: Partial<FleetDevice> = {}): FleetDevice =>
  makeDevice(sn, { kind: 'meter', profileId: 'meter-dtsd422', meterRole: 'grid', ...BARE, ...over });

export const makeWeather = (sn: string, over: Partial<FleetDevice> = {}): FleetDevice =>
  makeDevice(sn, { kind: 'weather', protocol: 'http', profileId: 'sunspec-weather', ...BARE, ...over });

export const makeHybrid = (sn: string, over: Partial<FleetDevice> = {}): FleetDevice =>
  makeDevice(sn, {
    kind: 'hybrid',
    profileId: 'deye-hybrid-3p',
    battery: { capacityKwh: 10, maxPower: 5000 },
    ...over,
  });

/** A station in Spain, where the sun shines. */
export function makeStation(devices: FleetDevice[], over: Partial<FleetStation> = {}): FleetStation {
  return {
    name: 'Casa Prueba',
    organisation: 'TEST',
    owner: null,
    shared: false,
    type: 'residential',
    gridType: 'selfConsumption',
    capacityKw: 13.5,
    batteryKwh: null,
    timeZone: 'Europe/Madrid',
    latitude: 38.9,
    longitude: -6.3,
    elevation: 200,
    tilt: 30,
    azimuth: 180,
    country: 'ES',
    address: '1 Test Lane',
    currency: 'EUR',
    priceBuy: 0.2,
    priceFeedIn: 0.06,
    gridConnectedOn: '2022-03-01',
    climate: { cloudiness: 0.15, temperature: 17, seasonalSwing: 9 },
    meanLoad: 900,
    devices,
    ...over,
  };
}

export const makeFleet = (stations: FleetStation[]): Fleet => ({
  organisations: [{ code: 'TEST', name: 'Test', parent: null }],
  stations,
});
