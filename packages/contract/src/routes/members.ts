import * as z from 'zod';
import { MEMBER_ROLES, ROLES } from '../access/index.ts';
import { pageOf, pageQuery } from '../envelope.ts';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { accountType, id, idParam, time } from '../vocabulary.ts';
import { DELIVERIES, MEMBER_STATUSES } from '../words.ts';

const tag = 'members';
/** Verbs check further that the member stands in the caller's organisation or a tight one below, and holds no more than the caller. */
const manage = {
  tag,
  auth: 'session',
  permission: 'members.team',
  widenedBy: 'members.manage',
  scope: 'organisation',
} as const;

export const member = z.object({
  id,
  userCode: z.string(),
  name: z.string(),
  userName: z.string().nullable(),
  email: z.string().nullable(),
  mobile: z.string().nullable(),
  role: z.enum(ROLES),
  roleId: id.nullable(),
  roleName: z.string().nullable(),
  accountType,
  status: z.enum(MEMBER_STATUSES),
  /** Whether the caller may change anything about this member: not oneself, nobody who holds more, nobody out of reach. */
  manageable: z.boolean(),
  organisation: z.object({ id, name: z.string() }).nullable(),
  stations: z.number().int(),
  twoFactor: z.boolean(),
  lastLoginAt: time.nullable(),
  createdAt: time,
});
export type Member = z.infer<typeof member>;

export const pageMembers = route({
  method: 'POST',
  reads: true,
  path: '/ups/user/page',
  summary: 'Members of an organisation and the tight ones below it',
  tag,
  auth: 'session',
  permission: 'members.view',
  scope: 'organisation',
  reach: 'part',
  body: pageQuery.extend({
    organizationId: id.optional(),
    /** With the organisations below. */
    below: z.boolean().default(true),
    q: z.string().trim().max(100).optional(),
    role: z.enum(ROLES).optional(),
    status: z.enum(MEMBER_STATUSES).optional(),
  }),
  output: pageOf(member),
});

export const findUser = route({
  method: 'GET',
  path: '/ups/user/info',
  summary:
    'Find an account by its whole e-mail, phone, user name or code, to grant or hand over to it; contacts are masked',
  tag,
  auth: 'session',
  permission: 'stations.grant',
  scope: 'none',
  query: z.object({
    condition: z.string().trim().min(1).max(254),
    searchType: z.enum(['account', 'email', 'mobile', 'userName', 'userCode']).default('account'),
  }),
  output: z.object({ id, userCode: z.string(), name: z.string(), contact: z.string().nullable() }),
  ratePerMinute: LIMITS.lookUpsPerMinute,
});

export const lockMember = route({
  ...manage,
  stepUp: true,
  method: 'POST',
  path: '/ups/user/:id/lock',
  reach: 'part',
  summary: 'Lock a member out; every session and key of the account ends at once',
  params: idParam,
  output: z.null(),
});

export const unlockMember = route({
  ...manage,
  method: 'POST',
  path: '/ups/user/:id/unlock',
  reach: 'part',
  stepUp: true,
  summary: 'Let a locked member in again',
  params: idParam,
  output: z.null(),
});

export const changeMemberRole = route({
  ...manage,
  method: 'PUT',
  path: '/ups/user/:id/role',
  reach: 'part',
  stepUp: true,
  summary: 'Give a member a built-in role or a custom one; the last administrator keeps the role',
  params: idParam,
  body: z.object({ role: z.enum(MEMBER_ROLES), roleId: id.nullish() }),
  output: z.null(),
});

export const moveMember = route({
  ...manage,
  method: 'PUT',
  path: '/ups/user/:id/organisation',
  reach: 'part',
  stepUp: true,
  summary: 'Move a member to a department or another organisation in scope',
  params: idParam,
  body: z.object({ organisationId: id }),
  output: z.null(),
});

export const resetMemberPassword = route({
  ...manage,
  method: 'POST',
  path: '/ups/user/reset',
  reach: 'part',
  stepUp: true,
  summary:
    'Give a member a random initial password of six characters, or the named one: it works once within seven days and must be changed. Answered once, and mailed where there is an address',
  signed: true,
  body: z.union([
    z.object({ userId: id }),
    z.object({ userCode: z.string().trim().min(1).max(32), password: z.string().min(6).max(128) }),
  ]),
  output: z.object({
    password: z.string(),
    /** When it stops working. */
    expiresAt: time,
    /** How the mail with it goes; null where the member has no address. */
    delivery: z.enum(DELIVERIES).nullable(),
  }),
});

export const removeMember = route({
  ...manage,
  stepUp: true,
  method: 'DELETE',
  path: '/ups/user/deleteOrg',
  reach: 'part',
  summary: 'Remove a member from an organisation; the account goes on as a personal one',
  query: z.object({
    userId: z.coerce.number().int().positive(),
    organizationId: z.coerce.number().int().positive(),
  }),
  output: z.null(),
});

export const deleteMember = route({
  ...manage,
  method: 'DELETE',
  path: '/ups/user/',
  reach: 'part',
  stepUp: true,
  summary: 'Delete the account of a member that owns no stations; the last administrator cannot go',
  signed: true,
  query: z.object({ id: z.coerce.number().int().positive() }),
  output: z.null(),
});
