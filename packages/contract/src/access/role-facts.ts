import { ROLE_MATRIX, ROLES, type MemberRole, type Role } from './roles.ts';

/** Roles whose holders run the platform; one of them must always remain. */
export const PLATFORM_ROLES: readonly Role[] = ROLES.filter((role) =>
  ROLE_MATRIX[role].permissions.includes('platform.manage'),
);

/** The role whose holders administer their organisation, also by a copy that still manages members; one of them must always remain. */
export const ADMINISTRATOR_ROLE = 'organisationAdmin' satisfies MemberRole;

/** Roles whose holders administer the platform or an organisation. */
export const ADMINISTRATING_ROLES: ReadonlySet<Role> = new Set([...PLATFORM_ROLES, ADMINISTRATOR_ROLE]);

/** The role of those who only look: `members.inviteViewers` gives it, although it looks at more than some who invite. */
export const VIEWER_ROLE = 'internalReadOnly' satisfies MemberRole;

/** Roles whose holders read only their own actions in logs, wherever they happened, apart from stations that they own. */
export const OWN_ACTIONS_ROLES: readonly Role[] = ['installer', 'serviceProvider'];
