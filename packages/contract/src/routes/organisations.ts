import * as z from 'zod';
import { MEMBER_ROLES } from '../access/index.ts';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { ruled, ruledObject } from '../ruled.ts';
import { organisationCodeRule } from '../rules.ts';
import { id, idParam, time } from '../vocabulary.ts';
import { DELIVERIES, ORGANISATION_KINDS, ORGANISATION_TIES, ORGANISATION_TYPES } from '../words.ts';
import { organisationDetails } from './accounts.ts';

const tag = 'organisations';
const view = { tag, auth: 'session', permission: 'organisations.view', scope: 'organisation' } as const;
const manage = { tag, auth: 'session', permission: 'organisations.manage', scope: 'organisation' } as const;

const organisationFields = z.object({
  id,
  code: z.string(),
  name: z.string(),
  kind: z.enum(ORGANISATION_KINDS),
  type: z.enum(ORGANISATION_TYPES),
  tie: z.enum(ORGANISATION_TIES),
  parentId: id.nullable(),
  /** Counts over the organisation itself, without those below. */
  counts: z.object({ members: z.number().int(), stations: z.number().int(), devices: z.number().int() }),
  /** False for a loose subordinate, of which the answer holds only counts. */
  manageable: z.boolean(),
});
export type OrganisationNode = z.infer<typeof organisationFields> & { children: OrganisationNode[] };
export const organisationNode: z.ZodType<OrganisationNode> = organisationFields.extend({
  get children() {
    return z.array(organisationNode);
  },
});

/** How much of something there is, and how much there may be. */
const quota = z.object({ used: z.number().int(), limit: z.number().int() });

export const organisation = organisationFields.extend({
  /**
   * Of the organisation itself: its devices, its custom points that they use, the samples that they sent on this day (UTC), and those
   * that are stored of them, as they were counted within the last hours.
   */
  quotas: z.object({
    devices: quota,
    customPoints: quota,
    samplesToday: quota,
    samplesStored: quota,
    stationFiles: quota,
  }),
  /** Limits of its own; null: those of the settings. */
  samplesPerDay: z.number().int().nullable(),
  samplesStored: z.number().int().nullable(),
  businessType: z.string().nullable(),
  area: z.string().nullable(),
  taxId: z.string().nullable(),
  bankName: z.string().nullable(),
  bankAccount: z.string().nullable(),
  createdAt: time,
});
export type Organisation = z.infer<typeof organisation>;

export const organisationTree = route({
  ...view,
  method: 'GET',
  path: '/ups/organization/initOrganizationTree',
  summary:
    'Tree of the organisations the caller belongs to or manages. INNER_ORG: with departments; OUTER_ORG: merchants below alone',
  query: z.object({
    organizationType: z.enum(['INNER_ORG', 'OUTER_ORG']).default('INNER_ORG'),
    outerOrgShowOneLevel: z.stringbool().default(false),
  }),
  output: z.array(organisationNode),
});

export const getOrganisation = route({
  ...view,
  method: 'GET',
  path: '/organisations/:id',
  summary: 'One organisation with its business fields',
  params: idParam,
  output: organisation,
});

const organisationBody = organisationDetails.extend({
  code: ruled(organisationCodeRule).optional(),
  kind: z.enum(ORGANISATION_KINDS).default('merchant'),
  tie: z.enum(ORGANISATION_TIES).default('tight'),
});

/** Without the defaults of a new one: a field that is not named stays as it is. */
const organisationChanges = organisationBody
  .extend({
    type: z.enum(ORGANISATION_TYPES),
    kind: z.enum(ORGANISATION_KINDS),
    tie: z.enum(ORGANISATION_TIES),
  })
  .partial();

export const createOrganisation = route({
  ...manage,
  method: 'POST',
  path: '/organisations',
  reach: 'organisation',
  summary: 'Create a sub-merchant or a department; a code is made where none is named',
  body: organisationBody.extend({ parentId: id.nullable() }),
  output: organisation,
  ratePerMinute: LIMITS.lookUpsPerMinute,
});

export const updateOrganisation = route({
  ...manage,
  method: 'PUT',
  path: '/organisations/:id',
  reach: 'organisation',
  summary:
    'Change the fields that are named; the code changes only while no device uses it, the tie by who manages the superior organisation, too',
  params: idParam,
  body: organisationChanges,
  output: organisation,
  // Bound tightly, it is seen and managed by whoever administers its superior; money goes to its bank account.
  stepUp: ['tie', 'bankName', 'bankAccount'],
  ratePerMinute: LIMITS.lookUpsPerMinute,
});

const samples = z.number().int().min(0).max(LIMITS.samplesLimit).nullable();

export const updateLimitsOfOrganisation = route({
  method: 'PUT',
  path: '/organisations/:id/limits',
  summary:
    'Set how many samples an organisation may take in on a day (UTC) and store in all; null: what the settings say. It holds within ten seconds',
  tag,
  auth: 'session',
  permission: 'platform.manage',
  scope: 'organisation',
  reach: 'organisation',
  params: idParam,
  body: z.object({ samplesPerDay: samples, samplesStored: samples }),
  output: organisation,
  // With none left, devices of the organisation are refused.
  stepUp: true,
});

export const moveOrganisation = route({
  ...manage,
  method: 'POST',
  path: '/organisations/:id/move',
  reach: 'organisation',
  summary:
    'Move an organisation with all below it to another superior; null makes it a root (platform administrators)',
  params: idParam,
  body: z.object({ parentId: id.nullable() }),
  output: organisation,
  stepUp: true,
});

export const deleteOrganisation = route({
  ...manage,
  method: 'DELETE',
  path: '/organisations/:id',
  reach: 'organisation',
  summary:
    'Delete an organisation that has no members, stations, devices, SIM cards or organisations below any more',
  params: idParam,
  output: z.null(),
  stepUp: true,
});

const invite = z.object({
  id,
  role: z.enum(MEMBER_ROLES),
  roleId: id.nullable(),
  roleName: z.string().nullable(),
  email: z.string().nullable(),
  mobile: z.string().nullable(),
  uses: z.number().int(),
  maxUses: z.number().int(),
  expiresAt: time,
  createdAt: time,
});

/** Typed or followed as a link by who joins. */
const inviteCode = z.object({ code: z.string() });

export const inviteMember = route({
  method: 'POST',
  path: '/organisations/:id/invites',
  stepUp: true,
  summary:
    'Invite a person by e-mail or phone (the message carries the code), or make a code that several may use. Nobody invites to more than they hold',
  tag,
  auth: 'session',
  permission: 'members.inviteViewers',
  scope: 'organisation',
  reach: 'part',
  params: idParam,
  body: ruledObject(
    z.object({
      email: z.string().trim().max(254).nullish(),
      mobile: z.string().trim().max(32).nullish(),
      role: z.enum(MEMBER_ROLES),
      /** A custom role instead of the built-in one. */
      roleId: id.nullish(),
      maxUses: z.number().int().min(1).max(1000).default(1),
      validDays: z.number().int().min(1).max(90).default(14),
    }),
    ({ email, mobile }) => (email && mobile ? { rule: 'contactTwice', path: 'email' } : undefined),
  ),
  output: invite.extend({
    ...inviteCode.shape,
    /** How the message with the code goes; null where the invitation is for several. */
    delivery: z.enum(DELIVERIES).nullable(),
  }),
  ratePerMinute: 60,
});

export const listInvites = route({
  method: 'GET',
  path: '/organisations/:id/invites',
  summary: 'Invitations that can still be used',
  tag,
  auth: 'session',
  permission: 'members.view',
  scope: 'organisation',
  params: idParam,
  output: z.array(
    invite.extend({
      /** Whether the caller could have made it, and so may read its code and withdraw it. */
      manageable: z.boolean(),
    }),
  ),
});

export const getInviteCode = route({
  method: 'GET',
  path: '/invites/:id/code',
  summary: 'The code of an invitation that can still be used, for whoever could have made it',
  // Whoever reads a code lets anybody in by it, as whoever makes one.
  stepUp: true,
  tag,
  auth: 'session',
  permission: 'members.inviteViewers',
  scope: 'organisation',
  params: idParam,
  output: inviteCode,
});

export const withdrawInvite = route({
  method: 'DELETE',
  path: '/invites/:id',
  summary: 'Withdraw an invitation',
  tag,
  auth: 'session',
  permission: 'members.inviteViewers',
  scope: 'organisation',
  reach: 'part',
  params: idParam,
  output: z.null(),
});

export const previewInvite = route({
  method: 'GET',
  path: '/invites/:code',
  summary: 'Who invites, and to which role; for the page that asks whether to join',
  tag,
  auth: 'public',
  scope: 'none',
  params: z.object({ code: z.string().trim().min(1).max(64) }),
  output: z.object({
    organisation: z.string(),
    role: z.enum(MEMBER_ROLES),
    roleName: z.string().nullable(),
    email: z.string().nullable(),
    mobile: z.string().nullable(),
    expiresAt: time,
  }),
  ratePerMinute: 30,
});

export const joinOrganisation = route({
  method: 'POST',
  path: '/invites/join',
  stepUp: true,
  summary: 'Join an organisation by an invitation, for who has an account without one; every session ends',
  tag,
  auth: 'session',
  permission: 'any',
  scope: 'none',
  body: z.object({ code: z.string().trim().min(1).max(64) }),
  output: z.null(),
  ratePerMinute: 20,
});
