import * as z from 'zod';
import { pageOf, pageQuery } from '../envelope.ts';
import { route } from '../route.ts';
import { id, time } from '../vocabulary.ts';
import { CUSTOM_POINT_KINDS, POINT_KINDS } from '../words.ts';

/** Verbs check that the organisation is in the caller's scope; the caller's own is meant where none is named. */
const common = { tag: 'telemetry', auth: 'session', scope: 'none' } as const;

/** What is said of a point outside the catalogue. */
export const pointDescription = z.object({
  /** Null: it is called by its key. */
  name: z.string().nullable(),
  unit: z.string(),
  kind: z.enum(POINT_KINDS),
  /** Digits behind the point; null: as many as tell something. */
  decimals: z.number().int().nullable(),
});
export type PointDescription = z.infer<typeof pointDescription>;

/** What a key outside the catalogue is recorded as from some time on: a point of the catalogue. */
const pointRecording = z.object({
  /** Null: of all devices of the organisation that have no recording of their own. */
  device: z.object({ id, sn: z.string(), name: z.string().nullable() }).nullable(),
  /** Key of the catalogue. */
  point: z.string(),
  /** In which the device reports; values are converted from it. */
  unit: z.string(),
  /** Who said so; null where the account is gone. */
  by: z.string().nullable(),
  at: time,
});
export type PointRecording = z.infer<typeof pointRecording>;

/** Newest value of a point of the catalogue, or as the organisation of the device describes it. */
export const latestPoint = pointDescription.extend({
  key: z.string(),
  value: z.number(),
  time,
  custom: z.boolean(),
  /** Of one device: the point of the catalogue as which values of a custom one are recorded now; `ofAll`: by a rule for all devices of the organisation. */
  recordedAs: z.object({ point: z.string(), ofAll: z.boolean() }).optional(),
  /** Of one device, where nothing holds now: the points of the catalogue as which a custom one was recorded, each with until when. */
  recordedBefore: z.array(z.object({ point: z.string(), until: time })).optional(),
});

const customPoint = pointDescription.extend({
  key: z.string(),
  /** Of the description; 0 while there is none. */
  version: z.number().int(),
  /** The first ones of those that hold now, that of all devices first, and how many there are. */
  recordings: z.array(pointRecording),
  recordingCount: z.number().int(),
  firstSeenAt: time,
  /** How many devices of the organisation use it, and the first few of them. */
  deviceCount: z.number().int(),
  devices: z.array(z.object({ id, sn: z.string(), name: z.string().nullable() })),
});
export type CustomPoint = z.infer<typeof customPoint>;

export const listCustomPoints = route({
  ...common,
  method: 'GET',
  path: '/custom-points',
  permission: 'devices.view',
  summary:
    "Points outside the catalogue that devices of an organisation report (the caller's own where none is named), by key",
  query: pageQuery.extend({
    organisationId: z.coerce.number().int().positive().optional(),
    q: z.string().trim().max(100).optional(),
  }),
  output: pageOf(customPoint),
});

export const updateCustomPoint = route({
  ...common,
  method: 'PUT',
  path: '/custom-points',
  permission: 'devices.create',
  summary:
    "Say name, unit, kind and digits of a custom point of an organisation (the caller's own where none is named); `version` is the one that the caller saw",
  body: z.object({
    organisationId: id.optional(),
    key: z.string().min(1).max(64),
    name: z.string().trim().min(1).max(100).nullable(),
    unit: z.string().max(16),
    kind: z.enum(CUSTOM_POINT_KINDS),
    decimals: z.number().int().min(0).max(6).nullable(),
    version: z.int32().min(0),
  }),
  output: z.null(),
});

export const recordCustomPoint = route({
  ...common,
  method: 'PUT',
  path: '/custom-points/recordings',
  permission: 'devices.create',
  summary:
    "Record what one device, or every device of an organisation (the caller's own where neither is named), reports by a key outside the catalogue as a point of the catalogue from now on; `point` null: as it is reported again. What was recorded before stays under its key",
  body: z.object({
    organisationId: id.optional(),
    key: z.string().min(1).max(64),
    /** Null: all devices of the organisation, also those to come. */
    deviceId: id.nullable(),
    /** Key of the catalogue. */
    point: z.string().max(64).nullable(),
    /** In which the device reports, of the same kind as that of the point. */
    unit: z.string().max(16),
  }),
  output: z.null(),
});
