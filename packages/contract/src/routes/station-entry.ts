import * as z from 'zod';
import { route } from '../route.ts';
import { ruled, ruledNumber, ruledObject } from '../ruled.ts';
import {
  azimuthRule,
  batteryRule,
  capacityRule,
  currencyCodeRule,
  currencyRule,
  dayRule,
  elevationRule,
  emailRule,
  latitudeRule,
  longitudeRule,
  notesRule,
  phoneRule,
  placeNameRule,
  postCodeRule,
  priceRule,
  textRule,
  tiltRule,
  timeZoneRule,
} from '../rules.ts';
import { gridType, id, idParam, stationType, time } from '../vocabulary.ts';
import { stationDetail } from './stations.ts';

const tag = 'stations';

const day = ruled(dayRule);
const placeName = ruled(placeNameRule).nullish();

/** What people keep of a station, each named as the table and the log name it. Empty where it is not known. */
const stationFields = {
  name: ruled((text) => textRule(text, 'nameEmpty', 255)),
  type: stationType,
  capacityKw: ruledNumber(capacityRule),
  batteryKwh: ruledNumber(batteryRule).nullish(),
  latitude: ruledNumber(latitudeRule),
  longitude: ruledNumber(longitudeRule),
  /** Where absent, or null, that of the place. */
  timeZone: ruled(timeZoneRule).nullish(),
  elevation: ruledNumber(elevationRule).nullish(),
  tilt: ruledNumber(tiltRule).nullish(),
  azimuth: ruledNumber(azimuthRule).nullish(),
  country: z.string().length(2).nullish(),
  province: placeName,
  city: placeName,
  district: placeName,
  postCode: ruled(postCodeRule).nullish(),
  address: z.string().trim().max(255).nullish(),
  contactPhone: ruled(phoneRule).nullish(),
  contactEmail: ruled(emailRule).nullish(),
  notes: ruled(notesRule).nullish(),
  gridType: gridType.nullish(),
  currency: ruled(currencyCodeRule).nullish(),
  priceBuy: ruledNumber(priceRule).nullish(),
  priceFeedIn: ruledNumber(priceRule).nullish(),
  firstPowerOn: day.nullish(),
  gridConnectedOn: day.nullish(),
  installedOn: day.nullish(),
};

export const STATION_FIELDS = Object.keys(stationFields) as (keyof typeof stationFields)[];
export type StationField = (typeof STATION_FIELDS)[number];

export const stationInput = ruledObject(
  z.object({
    ...stationFields,
    /** Whose it is, of those the caller belongs to or manages; its own where absent. */
    organisationId: id.optional(),
  }),
  (station) => {
    const rule = currencyRule(station);
    return rule && { rule, path: 'currency' };
  },
);

export const createStation = route({
  method: 'POST',
  path: '/stations',
  summary:
    'Create a station; the time zone follows from the position, and the organisation is that of the caller, where they are not given',
  tag,
  auth: 'session',
  permission: 'stations.create',
  scope: 'none',
  body: stationInput,
  output: stationDetail,
});

export const editStation = route({
  method: 'PUT',
  path: '/stations/:id',
  summary:
    'Change the named fields of a station; null clears one. Refused with who saved what when somebody else has saved other values since `version`',
  tag,
  auth: 'session',
  permission: 'stations.edit',
  scope: 'station',
  params: idParam,
  body: z.object(stationFields).partial().extend({
    /** That of the station as it was read before it was changed. */
    version: z.number().int().positive(),
  }),
  output: stationDetail,
});

export const stationEdit = z.object({
  at: time,
  /** Who saved; null where the account is gone. */
  by: z.string().nullable(),
  fields: z.array(z.enum(STATION_FIELDS)),
});
export type StationEdit = z.infer<typeof stationEdit>;

export const listStationEdits = route({
  method: 'GET',
  path: '/stations/:id/edits',
  summary: 'Who saved which fields of a station since a version of it, the newest first',
  tag,
  auth: 'session',
  permission: 'stations.edit',
  scope: 'station',
  params: idParam,
  query: z.object({ since: z.coerce.number().int().positive() }),
  output: z.array(stationEdit),
});
