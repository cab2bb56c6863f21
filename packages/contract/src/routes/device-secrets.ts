import * as z from 'zod';
import { route } from '../route.ts';
import { idParam, time } from '../vocabulary.ts';
import { SECRET_DELIVERIES, SECRET_STATES } from '../words.ts';

const tag = 'devices';

export const deviceSecret = z.object({
  state: z.enum(SECRET_STATES),
  changedAt: time.nullable(),
  /** Until when the secret of before lets in, if the device does not use the new one first. */
  oldUntil: time.nullable(),
  /** Null while nothing is on its way. */
  delivery: z.enum(SECRET_DELIVERIES).nullable(),
  /** The network whose device got the new secret. */
  handedTo: z.string().nullable(),
  /** Sign-ins that were refused since the secret changed. */
  refusals: z.number().int(),
  refusedAt: time.nullable(),
});
export type DeviceSecretState = z.infer<typeof deviceSecret>;

export const getDeviceSecret = route({
  method: 'GET',
  path: '/devices/:id/secret',
  summary: 'How the secret of a device stands; never the secret itself',
  tag,
  auth: 'session',
  permission: 'devices.create',
  scope: 'station',
  params: idParam,
  output: deviceSecret,
});

export const rotateDeviceSecret = route({
  method: 'POST',
  path: '/devices/:id/secret/rotate',
  summary:
    'Make a new secret, answered once. The device gets it over its own connection; the one of before lets in until the device uses the new one, a week at most',
  tag,
  auth: 'session',
  permission: 'devices.create',
  scope: 'station',
  stepUp: true,
  params: idParam,
  output: z.object({ secret: z.string(), oldUntil: time.nullable() }),
});

export const endOldDeviceSecret = route({
  method: 'POST',
  path: '/devices/:id/secret/end-old',
  summary: 'End the secret of before at once; connections that stand by it are closed',
  tag,
  auth: 'session',
  permission: 'devices.create',
  scope: 'station',
  stepUp: true,
  params: idParam,
  output: z.null(),
});

export const revokeDeviceSecret = route({
  method: 'POST',
  path: '/devices/:id/secret/revoke',
  summary: 'Refuse a device, as a stolen one, until a new secret is made for it; its connections are closed',
  tag,
  auth: 'session',
  permission: 'devices.create',
  scope: 'station',
  stepUp: true,
  params: idParam,
  output: z.null(),
});
