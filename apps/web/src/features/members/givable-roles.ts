import {
  type Account,
  type CustomRole,
  isOffered,
  MEMBER_ROLES,
  type MemberRole,
  type Permission,
  ROLE_MATRIX,
} from '@sunfleet/contract';

/** A role that a member can be given: a built-in one, or a custom one by its id. */
export interface GivableRole {
  role: MemberRole;
  roleId: number | null;
  /** Name of a custom role. */
  roleName: string | null;
}

type Giver = Pick<Account, 'role' | 'roleName' | 'permissions'>;

/**
 * Roles that hold nothing which the giver does not hold: built-in ones first, then custom ones by name. As the server sees it, what waits
 * for its feature counts for a giver with a built-in role only.
 */
export function givableRoles(giver: Giver, customRoles: readonly CustomRole[]): GivableRole[] {
  const builtInGiver = giver.roleName === null;
  const held: readonly Permission[] = builtInGiver ? ROLE_MATRIX[giver.role].permissions : giver.permissions;
  const within = (permissions: readonly Permission[]) =>
    permissions.every((name) => held.includes(name) || (!builtInGiver && !isOffered(name)));
  const builtIn = MEMBER_ROLES.filter((role) => within(ROLE_MATRIX[role].permissions)).map((role) => ({
    role,
    roleId: null,
    roleName: null,
  }));
  const custom = customRoles.flatMap(({ id, name, basedOn, permissions }) => {
    const role = MEMBER_ROLES.find((each) => each === basedOn);
    return id !== null && role && within(permissions) ? [{ role, roleId: id, roleName: name }] : [];
  });
  return [...builtIn, ...custom.toSorted((a, b) => a.roleName.localeCompare(b.roleName))];
}
