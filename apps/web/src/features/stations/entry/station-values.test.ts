import { expect, test } from 'vitest';
import { EMPTY_STATION, placeOf, STATION_RULES, stationBody, type StationValues } from './station-values.ts';

const filled: StationValues = {
  ...EMPTY_STATION,
  name: ' Barn ',
  capacityKw: '8,4',
  latitude: '48.1',
  longitude: '−11.5',
};
const broken = (values: StationValues) =>
  Object.fromEntries(
    Object.entries(STATION_RULES).flatMap(([name, rule]) => {
      const key = (rule as (value: string, values: StationValues) => string | undefined)(
        values[name as keyof StationValues],
        values,
      );
      return key ? [[name, key]] : [];
    }),
  );

test('nothing typed lacks name, capacity and place, and nothing else', () => {
  expect(broken(EMPTY_STATION)).toEqual({
    name: 'nameEmpty',
    capacityKw: 'capacityInvalid',
    latitude: 'latitudeInvalid',
    longitude: 'longitudeInvalid',
  });
  expect(broken(filled)).toEqual({});
});

test('each figure keeps its own range, and a price asks for its currency', () => {
  const wrong = { batteryKwh: '0', elevation: '9001', tilt: 'flat', azimuth: '360', priceBuy: '-1' };
  expect(broken({ ...filled, ...wrong, name: '<b>', timeZone: '+02:00', installedOn: '2026-02-30' })).toEqual(
    {
      name: 'illegalCharacters',
      batteryKwh: 'batteryInvalid',
      elevation: 'elevationInvalid',
      tilt: 'tiltInvalid',
      azimuth: 'azimuthInvalid',
      priceBuy: 'priceInvalid',
      currency: 'currencyMissing',
      timeZone: 'timeZoneInvalid',
      installedOn: 'dayInvalid',
    },
  );
  expect(broken({ ...filled, priceFeedIn: '0' })).toEqual({ currency: 'currencyMissing' });
});

test('what is left empty is not known to the server, never zero; zone and organisation are left to it', () => {
  expect(stationBody(filled)).toEqual({
    name: 'Barn',
    type: 'residential',
    capacityKw: 8.4,
    batteryKwh: null,
    latitude: 48.1,
    longitude: -11.5,
    elevation: null,
    country: null,
    province: null,
    city: null,
    district: null,
    postCode: null,
    address: null,
    contactPhone: null,
    contactEmail: null,
    notes: null,
    firstPowerOn: null,
    gridType: null,
    tilt: null,
    azimuth: null,
    installedOn: null,
    gridConnectedOn: null,
    currency: null,
    priceBuy: null,
    priceFeedIn: null,
  });
  const more = { timeZone: 'Europe/Berlin', organisationId: '7', priceFeedIn: '0', currency: 'EUR' };
  expect(stationBody({ ...filled, ...more })).toMatchObject({
    timeZone: 'Europe/Berlin',
    organisationId: 7,
    priceFeedIn: 0,
    currency: 'EUR',
  });
});

test('a place is one once both figures are right', () => {
  expect(placeOf(filled)).toEqual({ latitude: 48.1, longitude: -11.5 });
  expect(placeOf({ latitude: '48.1', longitude: '' })).toBeUndefined();
  expect(placeOf({ latitude: '91', longitude: '0' })).toBeUndefined();
});
