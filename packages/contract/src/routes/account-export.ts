import * as z from 'zod';
import { ROLES } from '../access/index.ts';
import { route } from '../route.ts';
import { accountType, deviceKind, flow, gridType, id, isoDay, stationType } from '../vocabulary.ts';
import { LOGIN_METHODS, LOGIN_OUTCOMES, ORGANISATION_TYPES } from '../words.ts';
import { STATION_FATES } from './cancellation.ts';
import { settings } from './settings.ts';
import { energyCorrection } from './energy-corrections.ts';
import { stationFile } from './station-files.ts';

/** A time as people and other programs read it in a file; the server passes a `Date`. */
const moment = z.preprocess(
  (value) => (value instanceof Date ? value.toISOString() : value),
  z.iso.datetime({ precision: 3 }),
);

const named = z.object({ name: z.string(), createdAt: moment, lastUsedAt: moment.nullable() });
const caller = { address: z.string().nullable(), userAgent: z.string().nullable() };
const text = z.string().nullable();
const number = z.number().nullable();

const exportedDevice = z.object({
  id,
  sn: z.string(),
  kind: deviceKind,
  name: text,
  model: text,
  manufacturer: text,
  ratedPower: number,
  firmware: text,
  createdAt: moment,
});

const exportedStation = z.object({
  id,
  name: z.string(),
  type: stationType,
  gridType: gridType.nullable(),
  capacityKw: z.number(),
  batteryKwh: number,
  timeZone: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  elevation: number,
  tilt: number,
  azimuth: number,
  country: text,
  province: text,
  city: text,
  district: text,
  postCode: text,
  address: text,
  currency: text,
  priceBuy: number,
  priceFeedIn: number,
  gridConnectedOn: isoDay.nullable(),
  installedOn: isoDay.nullable(),
  firstPowerOn: isoDay.nullable(),
  shared: z.boolean(),
  createdAt: moment,
  handedOverAt: moment.nullable(),
  devices: z.array(exportedDevice),
  /** Pictures and documents by name; their content is read one by one. */
  files: z.array(stationFile.extend({ createdAt: moment })),
  /** What people added to its energies, and took back. */
  energyCorrections: z.array(
    energyCorrection
      .pick({ kind: true, kwh: true, inTotal: true })
      .extend({ fromDay: isoDay.nullable(), toDay: isoDay.nullable(), reason: z.string() })
      .extend({ createdAt: moment, removedAt: moment.nullable() }),
  ),
  /** kWh of each local day, as they were measured. */
  days: z.array(z.object({ day: isoDay, energies: z.partialRecord(flow, z.number()) })),
});

/** The file of an account: what the platform keeps of it and of its stations. */
export const accountFile = z.object({
  exportedAt: moment,
  account: z.object({
    id,
    userCode: z.string(),
    name: z.string(),
    userName: text,
    email: text,
    phone: text,
    role: z.enum(ROLES),
    accountType,
    createdAt: moment,
    passwordChangedAt: moment.nullable(),
    totpConfirmedAt: moment.nullable(),
    lastLoginAt: moment.nullable(),
    cancelRequestedAt: moment.nullable(),
    cancelChoices: z
      .array(z.object({ stationId: id, fate: z.enum(STATION_FATES), to: z.string().nullable() }))
      .nullable(),
    agreementVersion: text,
    privacyVersion: text,
    agreedAt: moment.nullable(),
  }),
  settings,
  organisation: z
    .object({
      code: z.string(),
      name: z.string(),
      type: z.enum(ORGANISATION_TYPES),
      /** Only of an organisation that is the person's own. */
      businessType: text.optional(),
      area: text.optional(),
      taxId: text.optional(),
      bankName: text.optional(),
      bankAccount: text.optional(),
    })
    .nullable(),
  passkeys: z.array(named),
  apiKeys: z.array(named),
  /** Ids of stations. */
  favourites: z.array(id),
  savedViews: z.array(
    z.object({
      name: z.string(),
      shared: z.boolean(),
      columns: z.array(z.string()),
      filters: z.record(z.string(), z.string()),
      sort: z.string(),
      direction: z.enum(['asc', 'desc']),
    }),
  ),
  sessions: z.array(z.object({ createdAt: moment, lastSeenAt: moment.nullable(), ...caller })),
  logins: z.array(
    z.object({ at: moment, method: z.enum(LOGIN_METHODS), outcome: z.enum(LOGIN_OUTCOMES), ...caller }),
  ),
  stations: z.array(exportedStation),
});

export const exportAccount = route({
  method: 'GET',
  path: '/ups/user/export',
  summary: 'Everything the platform keeps of the own account and its stations, as one JSON file',
  tag: 'accounts',
  auth: 'session',
  permission: 'any',
  scope: 'none',
  forPeople: true,
  stepUp: true,
  transport: 'raw',
  output: accountFile,
  ratePerMinute: 6,
});
