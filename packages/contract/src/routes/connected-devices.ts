import * as z from 'zod';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { id } from '../vocabulary.ts';

const several = {
  method: 'POST',
  tag: 'devices',
  auth: 'session',
  permission: 'devices.create',
  scope: 'station',
  stepUp: true,
  body: z.object({ ids: z.array(id).min(1).max(LIMITS.serialNumbersPerEntry) }),
  output: z.object({ changed: z.number().int() }),
} as const;

export const blockDevices = route({
  ...several,
  path: '/connected-devices/block',
  summary:
    'Refuse devices that belong to no station: nothing that they send is taken, and their connections are closed. All or none',
});

export const unblockDevices = route({
  ...several,
  path: '/connected-devices/unblock',
  summary: 'No longer refuse devices that belong to no station. All or none',
});
