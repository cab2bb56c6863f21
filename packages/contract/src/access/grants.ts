import { isOffered, type Permission } from './functions.ts';
import { ROLE_MATRIX } from './roles.ts';

/** What a grantee does with what was granted: looks at it, or works on it. */
export const GRANT_ROLES = ['viewer', 'operator'] as const;
export type GrantRole = (typeof GRANT_ROLES)[number];

/** What moves things on site, once it is built; an operator holds it only where commands were granted as well. */
export const COMMAND_PERMISSIONS: readonly Permission[] = [
  'parameters.write',
  'parameters.dangerous',
  'firmware.upgrade',
  'operations.run',
  'ivScans.run',
];

const VIEWER: readonly Permission[] = [
  'stations.view',
  'devices.view',
  'telemetry.view',
  'telemetry.export',
  'alarms.view',
  'analyses.view',
  'reports.view',
  'ivScans.view',
  'workOrders.view',
  'warranty.view',
  'labels.view',
  'tariffs.view',
];

const OPERATOR: readonly Permission[] = ROLE_MATRIX.serviceProvider.permissions.filter(
  (name) => !COMMAND_PERMISSIONS.includes(name),
);

/** The permissions of an operator. Only somebody who holds all of them, as far as they work today, can make others operators. */
export const OPERATOR_PERMISSIONS: readonly Permission[] = (
  ['labels.create', 'tariffs.assign', 'stations.edit'] as const
).filter(isOffered);

/** What a grant gives on its stations. The grantee's role must hold it too: nobody is given more than they hold. */
export function grantPermissions(grant: { role: GrantRole; commands: boolean }): readonly Permission[] {
  if (grant.role === 'viewer') return VIEWER;
  return grant.commands ? [...OPERATOR, ...COMMAND_PERMISSIONS] : OPERATOR;
}

/** Longest and usual time of a grant. */
export const GRANT_LONGEST_YEARS = 5;
export const GRANT_USUAL_YEARS = 1;
