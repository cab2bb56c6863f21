import type { InputOf } from '@sunfleet/api-client';
import {
  azimuthRule,
  batteryRule,
  capacityRule,
  currencyRule,
  dayRule,
  elevationRule,
  emailRule,
  GRID_TYPES,
  latitudeRule,
  longitudeRule,
  notesRule,
  phoneRule,
  placeNameRule,
  postCodeRule,
  priceRule,
  type Rule,
  STATION_TYPES,
  type StationType,
  textRule,
  tiltRule,
  timeZoneRule,
} from '@sunfleet/contract';
import type { FieldRules } from '../../../lib/form/use-fields.ts';
import { readNumber } from '../../../lib/form/read-number.ts';

/** Fields of the form as they are typed, named as the API names them; what is not filled in is an empty text. */
export interface StationValues extends Record<
  | 'name'
  | 'capacityKw'
  | 'batteryKwh'
  | 'organisationId'
  | 'ownerAccount'
  | 'latitude'
  | 'longitude'
  | 'elevation'
  | 'timeZone'
  | 'country'
  | 'province'
  | 'city'
  | 'district'
  | 'postCode'
  | 'address'
  | 'contactPhone'
  | 'contactEmail'
  | 'notes'
  | 'firstPowerOn'
  | 'gridType'
  | 'tilt'
  | 'azimuth'
  | 'installedOn'
  | 'gridConnectedOn'
  | 'currency'
  | 'priceBuy'
  | 'priceFeedIn',
  string
> {
  type: StationType;
}

export const EMPTY_STATION: StationValues = {
  name: '',
  type: STATION_TYPES[0],
  capacityKw: '',
  batteryKwh: '',
  organisationId: '',
  ownerAccount: '',
  latitude: '',
  longitude: '',
  elevation: '',
  timeZone: '',
  country: '',
  province: '',
  city: '',
  district: '',
  postCode: '',
  address: '',
  contactPhone: '',
  contactEmail: '',
  notes: '',
  firstPowerOn: '',
  gridType: '',
  tilt: '',
  azimuth: '',
  installedOn: '',
  gridConnectedOn: '',
  currency: '',
  priceBuy: '',
  priceFeedIn: '',
};

const figure = (rule: (figure: number) => Rule | undefined) => (text: string) => rule(readNumber(text));
const optional = (rule: (text: string) => Rule | undefined) => (text: string) =>
  text.trim() === '' ? undefined : rule(text);

/** The rules of the server, read from what is typed. */
export const STATION_RULES: FieldRules<StationValues> = {
  name: (name) => textRule(name, 'nameEmpty', 255),
  capacityKw: figure(capacityRule),
  batteryKwh: optional(figure(batteryRule)),
  latitude: figure(latitudeRule),
  longitude: figure(longitudeRule),
  elevation: optional(figure(elevationRule)),
  timeZone: optional(timeZoneRule),
  tilt: optional(figure(tiltRule)),
  azimuth: optional(figure(azimuthRule)),
  province: placeNameRule,
  city: placeNameRule,
  district: placeNameRule,
  postCode: postCodeRule,
  contactPhone: optional(phoneRule),
  contactEmail: optional((email) => emailRule(email.trim())),
  notes: notesRule,
  firstPowerOn: optional(dayRule),
  installedOn: optional(dayRule),
  gridConnectedOn: optional(dayRule),
  currency: (currency, { priceBuy, priceFeedIn }) =>
    currencyRule({ currency, priceBuy: priceBuy.trim() || null, priceFeedIn: priceFeedIn.trim() || null }),
  priceBuy: optional(figure(priceRule)),
  priceFeedIn: optional(figure(priceRule)),
};

/** Where the station stands, once both figures are right. */
export function placeOf({ latitude, longitude }: Pick<StationValues, 'latitude' | 'longitude'>) {
  const place = { latitude: readNumber(latitude), longitude: readNumber(longitude) };
  return latitudeRule(place.latitude) || longitudeRule(place.longitude) ? undefined : place;
}

/** As the server takes them; only for values that break no rule. The server finds an empty zone by the place. */
export function stationBody(values: StationValues): InputOf<'createStation'>['body'] {
  const textOf = (text: string) => text.trim() || null;
  const numberOf = (text: string) => (text.trim() === '' ? null : readNumber(text));
  return {
    name: values.name.trim(),
    type: values.type,
    capacityKw: readNumber(values.capacityKw),
    batteryKwh: numberOf(values.batteryKwh),
    latitude: readNumber(values.latitude),
    longitude: readNumber(values.longitude),
    elevation: numberOf(values.elevation),
    country: textOf(values.country),
    province: textOf(values.province),
    city: textOf(values.city),
    district: textOf(values.district),
    postCode: textOf(values.postCode),
    address: textOf(values.address),
    contactPhone: textOf(values.contactPhone),
    contactEmail: textOf(values.contactEmail),
    notes: textOf(values.notes),
    firstPowerOn: textOf(values.firstPowerOn),
    gridType: GRID_TYPES.find((type) => type === values.gridType) ?? null,
    tilt: numberOf(values.tilt),
    azimuth: numberOf(values.azimuth),
    installedOn: textOf(values.installedOn),
    gridConnectedOn: textOf(values.gridConnectedOn),
    currency: textOf(values.currency),
    priceBuy: numberOf(values.priceBuy),
    priceFeedIn: numberOf(values.priceFeedIn),
    ...(values.timeZone ? { timeZone: values.timeZone } : {}),
    ...(values.organisationId ? { organisationId: Number(values.organisationId) } : {}),
  };
}
