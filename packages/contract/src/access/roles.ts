import { isOffered, type OfferedPermission, PERMISSIONS, type Permission } from './functions.ts';

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

/** Roles that a person of an organisation can hold; a visitor is nobody, and the platform's administrators are made by each other. */
export const MEMBER_ROLES = [
  'organisationAdmin',
  'installer',
  'serviceProvider',
  'stationAdmin',
  'owner',
  'internalReadOnly',
] as const satisfies readonly Role[];
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** Inside the organisation or outside of it: customers and partners. */
export const ROLE_ATTRIBUTIONS = ['internal', 'external'] as const;
export type RoleAttribution = (typeof ROLE_ATTRIBUTIONS)[number];

/**
 * Data scope of a role: every station, those of its organisation and the tight ones below, none of its own (only granted ones),
 * those it owns, or those shared with visitors. What somebody owns and what was granted comes on top of each, except for visitors; what
 * was granted to an organisation is for who works there, not for its customers (`own`).
 */
export const DATA_SCOPES = ['all', 'organisation', 'granted', 'own', 'shared'] as const;
export type DataScope = (typeof DATA_SCOPES)[number];

/** How much of an organisation somebody reaches: all of it, or a part alone, which is owned or was granted. */
export const REACHES = ['organisation', 'part'] as const;
export type Reach = (typeof REACHES)[number];

/** How much of an organisation a data scope holds. */
export const reachOf = (scope: DataScope): Reach =>
  scope === 'all' || scope === 'organisation' ? 'organisation' : 'part';

export interface RoleAccess {
  scope: DataScope;
  permissions: readonly Permission[];
}

const LOOK = ['stations.view', 'devices.view', 'telemetry.view', 'alarms.view'] as const;
const READ = [
  ...LOOK,
  'analyses.view',
  'reports.view',
  'warranty.view',
  'workOrders.view',
  'ivScans.view',
  'labels.view',
  'tariffs.view',
] as const;
const ALARMS = ['alarms.confirm', 'alarms.process', 'alarms.shieldTemporarily'] as const;

/** Service in the field: what a crew needs on stations that were granted to it. */
const SERVICE = [
  ...READ,
  ...ALARMS,
  'telemetry.export',
  'stations.edit',
  'devices.edit',
  'parameters.read',
  'parameters.write',
  'parameters.dangerous',
  'firmware.view',
  'firmware.upgrade',
  'operations.view',
  'operations.run',
  'notifications.own',
  'workOrders.create',
  'workOrders.do',
  'processes.use',
  'ivScans.run',
  'labels.create',
  'members.view',
  'members.inviteViewers',
  'members.team',
  'commerce.view',
  'audit.view',
] as const;

/** The permission matrix: what each built-in role may do, and where; also what waits for its feature. */
export const ROLE_MATRIX: Readonly<Record<Role, RoleAccess>> = {
  platformAdmin: { scope: 'all', permissions: PERMISSIONS },
  organisationAdmin: {
    scope: 'organisation',
    permissions: PERMISSIONS.filter(
      (name) => name !== 'platform.manage' && name !== 'firmware.manage' && name !== 'sims.manage',
    ),
  },
  installer: {
    scope: 'organisation',
    permissions: [
      ...SERVICE,
      'stations.create',
      'stations.delete',
      'stations.grant',
      'stations.share',
      'devices.create',
      'devices.delete',
      'operations.create',
      'sims.view',
      'sims.renew',
      'imports.run',
      'tariffs.assign',
      'tariffs.manage',
      'labels.edit',
      'roles.view',
      'apiKeys.manage',
    ],
  },
  serviceProvider: {
    scope: 'granted',
    permissions: [...SERVICE, 'tariffs.assign', 'tariffs.manage', 'apiKeys.manage'],
  },
  stationAdmin: {
    scope: 'granted',
    permissions: [
      ...READ,
      ...ALARMS,
      'telemetry.export',
      'stations.edit',
      'devices.create',
      'devices.edit',
      'parameters.read',
      'parameters.write',
      'notifications.own',
      'workOrders.create',
      'workOrders.review',
      'labels.create',
      'tariffs.assign',
      'audit.view',
    ],
  },
  owner: {
    scope: 'own',
    permissions: [
      ...READ,
      'telemetry.export',
      'stations.create',
      'stations.edit',
      'stations.delete',
      'stations.grant',
      'stations.share',
      'devices.create',
      'devices.edit',
      'devices.delete',
      'parameters.read',
      'parameters.write',
      'sims.view',
      'sims.renew',
      'alarms.confirm',
      'notifications.own',
      'workOrders.create',
      'imports.run',
      'tariffs.assign',
      'tariffs.manage',
      'labels.create',
      'members.inviteViewers',
      'commerce.view',
      'apiKeys.manage',
      'audit.view',
    ],
  },
  internalReadOnly: {
    scope: 'organisation',
    permissions: [
      ...READ,
      'firmware.view',
      'operations.view',
      'sims.view',
      'members.view',
      'roles.view',
      'organisations.view',
      'commerce.view',
      'audit.view',
    ],
  },
  visitor: { scope: 'shared', permissions: LOOK },
};

/** What a built-in role may do today. */
export const offeredTo = (role: Role): OfferedPermission[] => ROLE_MATRIX[role].permissions.filter(isOffered);
