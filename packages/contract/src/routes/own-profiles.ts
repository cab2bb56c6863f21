import * as z from 'zod';
import { route } from '../route.ts';
import { deviceKind, id, idParam, time } from '../vocabulary.ts';

const ofOrganisation = { tag: 'devices', auth: 'session', scope: 'organisation' } as const;

const ownProfile = z.object({
  id,
  /** As devices name it. */
  profileId: z.string(),
  brand: z.string(),
  models: z.array(z.string()),
  kind: deviceKind,
  /** The shipped family that it began as. */
  family: z.string().nullable(),
  /** Devices that are read by it, as far as the caller sees them. */
  devices: z.number().int(),
  by: z.object({ id, name: z.string() }).nullable(),
  changedAt: time,
  revision: z.number().int(),
});
export type OwnProfile = z.infer<typeof ownProfile>;

/** Data of the device model, which the server judges place by place. */
const data = z.record(z.string(), z.unknown());

const BODY_BYTES = 256 * 1024;

export const listOwnProfiles = route({
  ...ofOrganisation,
  method: 'GET',
  permission: 'operations.view',
  path: '/own-profiles',
  summary: 'Profiles of the own organisation and those below, by which devices are read',
  output: z.array(ownProfile),
});

export const getOwnProfile = route({
  ...ofOrganisation,
  method: 'GET',
  permission: 'operations.view',
  path: '/own-profiles/:id',
  summary: 'One profile of an organisation with its data',
  params: idParam,
  output: ownProfile.extend({ data }),
});

export const createOwnProfile = route({
  ...ofOrganisation,
  method: 'POST',
  permission: 'operations.create',
  reach: 'organisation',
  path: '/own-profiles',
  summary:
    'Keep a profile for the own organisation. Parameters, faults and marks of recognition are left out: devices are read by it, and nothing is written',
  body: z.object({ data, family: z.string().max(64).nullable().default(null) }),
  bodyBytes: BODY_BYTES,
  output: ownProfile,
});

export const updateOwnProfile = route({
  ...ofOrganisation,
  method: 'PUT',
  permission: 'operations.create',
  reach: 'organisation',
  path: '/own-profiles/:id',
  summary: 'Change a profile; devices that name it are read by the new one from their next poll on',
  // Every gateway looks for its loggers among those of all these devices, and there may be a hundred thousand.
  ratePerMinute: 12,
  params: idParam,
  body: z.object({ data, revision: z.number().int().nonnegative() }),
  bodyBytes: BODY_BYTES,
  output: ownProfile,
});

export const deleteOwnProfile = route({
  ...ofOrganisation,
  method: 'DELETE',
  permission: 'operations.manage',
  reach: 'organisation',
  path: '/own-profiles/:id',
  summary: 'Remove a profile that no device names',
  params: idParam,
  output: z.null(),
});
