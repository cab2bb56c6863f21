import * as z from 'zod';
import { DATA_SCOPES, OFFERED_PERMISSIONS, ROLE_ATTRIBUTIONS, ROLES } from '../access/index.ts';
import { route } from '../route.ts';
import { ruled } from '../ruled.ts';
import { textRule } from '../rules.ts';
import { id, idParam } from '../vocabulary.ts';
import { VIEWS } from '../words.ts';

const tag = 'roles';
const manage = { tag, auth: 'session', permission: 'roles.manage', scope: 'organisation' } as const;

export const role = z.object({
  /** Null: a built-in role, known by `basedOn`. */
  id: id.nullable(),
  /** Empty for a built-in role: the page names it in its language. */
  name: z.string(),
  description: z.string(),
  basedOn: z.enum(ROLES),
  attribution: z.enum(ROLE_ATTRIBUTIONS),
  scope: z.enum(DATA_SCOPES),
  permissions: z.array(z.enum(OFFERED_PERMISSIONS)),
  /** Menus; null: all that the permissions open. */
  views: z.array(z.enum(VIEWS)).nullable(),
  members: z.number().int(),
  /** Whether the caller may change or delete it. */
  editable: z.boolean(),
  organisation: z.object({ id, name: z.string() }).nullable(),
});
export type CustomRole = z.infer<typeof role>;

export const listRoles = route({
  method: 'GET',
  path: '/ups/role/organization/list',
  summary: 'Built-in roles, and the custom ones of the organisation and those above it',
  tag,
  auth: 'session',
  permission: 'roles.view',
  scope: 'organisation',
  query: z.object({ roleAttribution: z.enum(ROLE_ATTRIBUTIONS).optional() }),
  output: z.array(role),
});

const roleBody = z.object({
  name: ruled((text) => textRule(text, 'roleNameEmpty', 64)),
  description: ruled((text) => textRule(text, 'roleDescriptionEmpty', 500)),
  attribution: z.enum(ROLE_ATTRIBUTIONS),
  scope: z.enum(DATA_SCOPES).extract(['organisation', 'granted', 'own']),
  permissions: z.array(z.enum(OFFERED_PERMISSIONS)).min(1).max(OFFERED_PERMISSIONS.length),
  views: z.array(z.enum(VIEWS)).max(VIEWS.length).nullable(),
});

export const createRole = route({
  ...manage,
  method: 'POST',
  path: '/roles',
  reach: 'part',
  summary: 'Make a role, new or as a copy of `basedOn`; it holds no more than who makes it',
  body: roleBody.extend({ basedOn: z.enum(ROLES).default('internalReadOnly') }),
  output: role,
});

export const updateRole = route({
  ...manage,
  method: 'PUT',
  path: '/roles/:id',
  reach: 'part',
  stepUp: true,
  summary: 'Change a custom role; who holds it works by the change at once',
  params: idParam,
  body: roleBody.partial(),
  output: role,
});

export const deleteRole = route({
  ...manage,
  method: 'DELETE',
  path: '/roles/:id',
  reach: 'part',
  summary: 'Delete a custom role that nobody holds',
  params: idParam,
  output: z.null(),
});

export const grantRole = route({
  ...manage,
  method: 'POST',
  path: '/roles/:id/members',
  reach: 'part',
  stepUp: true,
  summary: 'Give a custom role to members',
  params: idParam,
  body: z.object({ userIds: z.array(id).min(1).max(200) }),
  output: z.object({ changed: z.number().int() }),
});
