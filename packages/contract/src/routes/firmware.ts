import * as z from 'zod';
import { pageOf, pageQuery } from '../envelope.ts';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { ruled, ruledObject } from '../ruled.ts';
import { firmwareNameRule, firmwareRangeRule, firmwareVersionRule, textRule } from '../rules.ts';
import { csvOf, id, idParam, time } from '../vocabulary.ts';
import { FIRMWARE_COMPONENTS, FIRMWARE_STATES } from '../firmware-words.ts';
import { LANGUAGES } from '../words.ts';

const tag = 'firmware';
const looks = { tag, auth: 'session', permission: 'firmware.view', scope: 'organisation' } as const;
const manages = { tag, auth: 'session', permission: 'firmware.manage', scope: 'organisation' } as const;

const version = ruled(firmwareVersionRule);
const names = (most: number) => z.array(ruled(firmwareNameRule)).max(most);
/** What people read of it, by language. */
const notes = z.partialRecord(z.enum(LANGUAGES), z.string().max(LIMITS.firmwareNotes));
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const claims = {
  name: ruled(firmwareNameRule),
  version,
  component: z.enum(FIRMWARE_COMPONENTS),
  models: names(LIMITS.firmwareModels).min(1),
  /** Empty: every hardware. */
  hardware: names(LIMITS.firmwareModels),
  /** Only over a version from here on; null: over any older one. */
  fromVersion: version.nullable(),
  /** Only over a version up to here; null: over any newer one. */
  toVersion: version.nullable(),
};

const key = z.object({
  id,
  name: z.string(),
  /** SHA-256 of the public key's 32 bytes, in hex. */
  fingerprint: z.string(),
  createdAt: time,
  /** Null: it holds. */
  revokedAt: time.nullable(),
  revokedReason: z.string().nullable(),
  /** Firmware that carries its signature. */
  firmware: z.number().int(),
});
export type FirmwareKey = z.infer<typeof key>;

const organisation = z.object({ id, name: z.string() });

const firmware = z.object({
  id,
  ...claims,
  notes,
  state: z.enum(FIRMWARE_STATES),
  fileName: z.string(),
  bytes: z.number().int(),
  sha256,
  /** Ed25519 over the statement, in base64. */
  signature: z.string(),
  key: z.object({ id, name: z.string(), revoked: z.boolean() }),
  /** Every organisation may use it once it is released. */
  everybody: z.boolean(),
  /** Whom it is authorised for besides; empty for those who only use it. */
  organisations: z.array(organisation),
  withdrawnReason: z.string().nullable(),
  createdAt: time,
  releasedAt: time.nullable(),
  revision: z.number().int(),
});
export type Firmware = z.infer<typeof firmware>;

export const listFirmware = route({
  ...looks,
  method: 'GET',
  path: '/firmware',
  summary:
    'Firmware that is released and authorised for the own organisation; who manages the library finds all of it, newest first',
  widenedBy: 'firmware.manage',
  query: pageQuery.extend({
    /** In name, version or models. */
    q: z.string().trim().max(100).optional(),
    component: z.enum(FIRMWARE_COMPONENTS).optional(),
    state: z.enum(FIRMWARE_STATES).optional(),
  }),
  output: pageOf(firmware),
});

export const listNewerFirmware = route({
  ...looks,
  method: 'GET',
  path: '/newer-firmware',
  summary:
    'The newest released firmware that each of these devices could get and does not have; those that have none, or tell no version, are left out',
  scope: 'station',
  query: z.object({ ids: csvOf(z.coerce.number().int().positive()).pipe(z.array(id).min(1).max(200)) }),
  output: z.array(z.object({ deviceId: id, firmwareId: id, version: z.string() })),
});

export const getFirmware = route({
  ...looks,
  method: 'GET',
  path: '/firmware/:id',
  summary: 'One firmware: what it is for, its checksum and signature, and whom it is authorised for',
  widenedBy: 'firmware.manage',
  params: idParam,
  output: firmware,
});

export const getFirmwareFile = route({
  ...looks,
  method: 'GET',
  path: '/firmware/:id/file',
  summary: 'The image of a firmware whose signature holds',
  widenedBy: 'firmware.manage',
  params: idParam,
  transport: 'raw',
  ratePerMinute: 30,
  output: z.string(),
});

export const uploadFirmware = route({
  ...manages,
  method: 'POST',
  path: '/firmware/uploads',
  reach: 'organisation',
  summary: `Upload an image, ${LIMITS.firmwareBytes / 1024 / 1024} MB at most; answers its checksum. It is kept for a day, until a signature makes it a firmware`,
  transport: 'multipart',
  ratePerMinute: 30,
  output: z.object({ uploadId: z.uuid(), fileName: z.string(), bytes: z.number().int(), sha256 }),
});

export const createFirmware = route({
  ...manages,
  method: 'POST',
  path: '/firmware',
  reach: 'organisation',
  summary:
    'Make a draft of an uploaded image, with the signature of a registered key over what it is and is for',
  body: ruledObject(
    z.object({
      ...claims,
      uploadId: z.uuid(),
      keyId: id,
      /** Base64. */
      signature: z.string().trim().max(200),
      notes: notes.default({}),
    }),
    firmwareRangeRule,
  ),
  output: firmware,
});

export const updateFirmware = route({
  ...manages,
  method: 'PUT',
  path: '/firmware/:id',
  reach: 'organisation',
  summary: 'Change the notes of a firmware and whom it is authorised for; what is signed stays as it is',
  stepUp: true,
  params: idParam,
  body: z.object({
    notes,
    everybody: z.boolean(),
    organisationIds: z.array(id).max(LIMITS.firmwareOrganisations),
    revision: z.number().int().nonnegative(),
  }),
  output: firmware,
});

export const moveFirmware = route({
  ...manages,
  method: 'POST',
  path: '/firmware/:id/state',
  reach: 'organisation',
  summary: 'Put a firmware into test, release it, or withdraw it, which stops its use at once',
  stepUp: true,
  params: idParam,
  body: z.object({
    state: z.enum(FIRMWARE_STATES).exclude(['draft']),
    /** Why it is withdrawn. */
    reason: z.string().trim().max(LIMITS.stopReason).default(''),
    revision: z.number().int().nonnegative(),
  }),
  output: firmware,
});

export const deleteFirmware = route({
  ...manages,
  method: 'DELETE',
  path: '/firmware/:id',
  reach: 'organisation',
  summary: 'Delete a draft with its image',
  params: idParam,
  output: z.null(),
});

export const listFirmwareKeys = route({
  ...manages,
  method: 'GET',
  path: '/firmware-keys',
  summary: 'Keys whose signatures the library takes',
  output: z.array(key),
});

export const createFirmwareKey = route({
  ...manages,
  method: 'POST',
  path: '/firmware-keys',
  summary: 'Register the public key of a maker, Ed25519 as PEM or as 32 bytes in base64',
  permission: 'platform.manage',
  reach: 'organisation',
  stepUp: true,
  body: z.object({
    name: ruled((text) => textRule(text, 'nameEmpty', 64)),
    publicKey: z.string().trim().max(1000),
  }),
  output: key,
});

export const revokeFirmwareKey = route({
  ...manages,
  method: 'POST',
  path: '/firmware-keys/:id/revoke',
  summary: 'Take no signature of a key any more: no firmware that carries one goes to a device from then on',
  permission: 'platform.manage',
  reach: 'organisation',
  stepUp: true,
  params: idParam,
  body: z.object({ reason: z.string().trim().min(1).max(LIMITS.stopReason) }),
  output: z.null(),
});
