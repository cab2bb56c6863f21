/** Function permissions. The word before the dot is the domain, the word after it the action. */
export const PERMISSIONS = [
  'stations.view',
  'stations.create',
  'stations.edit',
  'devices.view',
  'devices.create',
  'devices.edit',
  'telemetry.view',
  'telemetry.export',
  'alarms.view',
  'imports.run',
  'ingestKeys.manage',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Built-in roles of the source document. */
export const ROLES = [
  'platformAdmin',
  'organisationAdmin',
  'installer',
  'serviceProvider',
  'stationAdmin',
  'owner',
  'internalReadOnly',
  'visitor',
] as const;
export type Role = (typeof ROLES)[number];

/** Data scope a role works in: every station, those of its organisation and the ones below, granted ones, its own, or those shared with visitors. */
export type DataScope = 'all' | 'organisation' | 'granted' | 'own' | 'shared';

interface RoleGrant {
  scope: DataScope;
  permissions: readonly Permission[];
}

const VIEW = ['stations.view', 'devices.view', 'telemetry.view', 'alarms.view'] as const;

/** The permission matrix: what each role may do, and where. */
export const ROLE_MATRIX: Readonly<Record<Role, RoleGrant>> = {
  platformAdmin: { scope: 'all', permissions: PERMISSIONS },
  organisationAdmin: { scope: 'organisation', permissions: PERMISSIONS },
  installer: {
    scope: 'organisation',
    permissions: [
      ...VIEW,
      'stations.create',
      'stations.edit',
      'devices.create',
      'devices.edit',
      'telemetry.export',
      'imports.run',
    ],
  },
  serviceProvider: { scope: 'granted', permissions: [...VIEW, 'telemetry.export'] },
  stationAdmin: { scope: 'granted', permissions: [...VIEW, 'devices.edit', 'telemetry.export'] },
  owner: {
    scope: 'own',
    permissions: [
      ...VIEW,
      'stations.create',
      'stations.edit',
      'devices.create',
      'devices.edit',
      'telemetry.export',
      'imports.run',
    ],
  },
  internalReadOnly: { scope: 'organisation', permissions: VIEW },
  visitor: { scope: 'shared', permissions: VIEW },
};

/** Whether a role holds a permission. */
export function roleHas(role: Role, permission: Permission): boolean {
  return ROLE_MATRIX[role].permissions.includes(permission);
}
