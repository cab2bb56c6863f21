import type { InputOf } from '@sunfleet/api-client';
import {
  type CustomRole,
  MEMBER_ROLES,
  type MemberRole,
  NEVER_GIVEN,
  type OfferedPermission,
  type RoleAttribution,
  type View,
  VIEWS,
} from '@sunfleet/contract';

/** Scopes a custom role can have: everything and the visitors' share belong to built-in roles alone. */
export const CUSTOM_SCOPES = ['organisation', 'granted', 'own'] as const;

/** Menus that a custom role can show. That of the platform needs a permission which none can hold. */
export const ROLE_VIEWS = VIEWS.filter((view) => view !== 'platform');

export interface RoleValues {
  name: string;
  description: string;
  attribution: RoleAttribution;
  scope: (typeof CUSTOM_SCOPES)[number];
  permissions: readonly OfferedPermission[];
  /** Shows every menu that the permissions open. */
  menus: 'all' | 'some';
  views: readonly View[];
}

export const emptyRole: RoleValues = {
  name: '',
  description: '',
  attribution: 'internal',
  scope: 'organisation',
  permissions: [],
  menus: 'all',
  views: ROLE_VIEWS,
};

const scopeOf = ({ scope }: CustomRole): RoleValues['scope'] =>
  CUSTOM_SCOPES.find((each) => each === scope) ?? (scope === 'all' ? 'organisation' : 'granted');

export function valuesOf(role: CustomRole): RoleValues {
  return {
    name: role.name,
    description: role.description,
    attribution: role.attribution,
    scope: scopeOf(role),
    permissions: role.permissions,
    menus: role.views === null ? 'all' : 'some',
    views: role.views?.filter((view) => view !== 'platform') ?? ROLE_VIEWS,
  };
}

/** A copy under a new name, without what its maker does not hold. */
export function copyOf(
  role: CustomRole,
  words: { name: string; description: string; held: readonly OfferedPermission[] },
): RoleValues {
  const { name, description, held } = words;
  const permissions = role.permissions.filter((each) => held.includes(each) && each !== NEVER_GIVEN);
  return { ...valuesOf(role), name, description, permissions };
}

/** The built-in role that a copy goes back to: one that members can hold. */
export const baseOf = ({ basedOn }: CustomRole): MemberRole =>
  MEMBER_ROLES.find((each) => each === basedOn) ?? 'internalReadOnly';

/** A change as the server takes it. A role whose functions all wait for their feature shows none of them and keeps them. */
export function toChange(values: RoleValues): InputOf<'updateRole'>['body'] {
  const { permissions, ...others } = toBody(values);
  return permissions.length > 0 ? { ...others, permissions } : others;
}

/** As the server takes it. */
export function toBody(values: RoleValues): Omit<InputOf<'createRole'>['body'], 'basedOn'> {
  const { attribution, scope } = values;
  return {
    name: values.name.trim(),
    description: values.description.trim(),
    attribution,
    scope,
    permissions: [...values.permissions],
    views: values.menus === 'all' ? null : [...values.views],
  };
}
