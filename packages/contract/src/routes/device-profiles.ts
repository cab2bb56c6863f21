import * as z from 'zod';
import { route } from '../route.ts';
import { deviceKind } from '../vocabulary.ts';

const deviceProfile = z.object({
  id: z.string(),
  brand: z.string(),
  kind: deviceKind,
  /** `*` stands for any letters. */
  models: z.array(z.string()),
  /** An organisation keeps it, whose devices alone can name it. */
  own: z.boolean(),
});
export type DeviceProfile = z.infer<typeof deviceProfile>;

export const listDeviceProfiles = route({
  method: 'GET',
  path: '/device-profiles',
  summary:
    'Families of devices that the platform reads by itself, and profiles of organisations that the caller sees, for `profileId` of a device',
  tag: 'devices',
  auth: 'session',
  permission: 'devices.view',
  scope: 'organisation',
  output: z.array(deviceProfile),
});
