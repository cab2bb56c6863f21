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

/** What an owner holds who makes others operators of what is theirs, as far as it works today. */
export const OPERATOR_PERMISSIONS: readonly Permission[] = (
  ['labels.create', 'tariffs.assign', 'stations.edit'] as const
).filter(isOffered);

/** Of people and their accounts, which a grant on stations gives nobody. */
const OF_PEOPLE = /^(?:members|apiKeys)\./;

/** What a grant gives on its stations. The grantee's role must hold it too: nobody is given more than they hold. */
export function grantPermissions(grant: { role: GrantRole; commands: boolean }): readonly Permission[] {
  if (grant.role === 'viewer') return VIEWER;
  return grant.commands ? [...OPERATOR, ...COMMAND_PERMISSIONS] : OPERATOR;
}

/** What somebody holds who gives such a grant on stations of others: all that it gives there. */
export const heldByGiver = (grant: { role: GrantRole; commands: boolean }): readonly Permission[] =>
  grantPermissions(grant).filter((name) => isOffered(name) && !OF_PEOPLE.test(name));

/** Longest and usual time of a grant. */
export const GRANT_LONGEST_YEARS = 5;
export const GRANT_USUAL_YEARS = 1;
