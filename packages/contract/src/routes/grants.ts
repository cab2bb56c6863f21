import * as z from 'zod';
import { GRANT_ROLES, OFFERED_PERMISSIONS } from '../access/index.ts';
import { pageOf, pageQuery } from '../envelope.ts';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { ruledObject } from '../ruled.ts';
import { id, idParam, time, timeInput } from '../vocabulary.ts';
import { GRANT_STATES, HAND_OVER_ROLES } from '../words.ts';

const tag = 'grants';
const give = { tag, auth: 'session', permission: 'stations.grant', scope: 'station' } as const;
const own = { tag, auth: 'session', permission: 'any', scope: 'none' } as const;

const party = z.object({ kind: z.enum(['user', 'organisation']), id, name: z.string() });
/** Until the other side accepts, its giver reads what was typed, so that nobody learns whether there is such an account or code. */
const offeredTo = party.extend({ id: id.nullable() });

export const grant = z.object({
  id,
  state: z.enum(GRANT_STATES),
  /** What was granted: some stations, or an organisation with all it has and will have. */
  object: z.union([
    z.object({ kind: z.literal('stations'), stations: z.array(z.object({ id, name: z.string() })) }),
    z.object({ kind: z.literal('organisation'), id, name: z.string() }),
  ]),
  from: party,
  to: offeredTo,
  role: z.enum(GRANT_ROLES),
  commands: z.boolean(),
  beginsAt: time,
  endsAt: time,
  createdAt: time,
  answeredAt: time.nullable(),
  revokedAt: time.nullable(),
  /** Whether the caller may revoke it, and accept or decline it. */
  revocable: z.boolean(),
  answerable: z.boolean(),
});
export type Grant = z.infer<typeof grant>;

export const queryGrants = route({
  ...own,
  method: 'POST',
  reads: true,
  path: '/ups/user/queryGrantInfo',
  summary: 'Grants given by or on what the caller may grant, or received by the caller and its organisation',
  body: pageQuery.extend({
    direction: z.enum(['given', 'received']),
    stationId: id.optional(),
    state: z.enum(GRANT_STATES).optional(),
    /** Only those that the caller answers for: itself, or an organisation. */
    answerable: z.literal(true).optional(),
    q: z.string().trim().max(100).optional(),
  }),
  output: pageOf(grant),
});

export const createGrant = route({
  ...give,
  method: 'POST',
  path: '/grants',
  stepUp: true,
  summary:
    'Authorise a person or an organisation for stations or a whole organisation; they must accept, may not grant on, and never hold more than they hold by their role. The answer does not tell whether there is such an account or code',
  body: ruledObject(
    z.object({
      object: z.union([
        z.object({ stationIds: z.array(id).min(1).max(1000) }),
        z.object({ organisationId: id }),
      ]),
      to: z.union([
        /** E-mail, phone, user name or user code. */
        z.object({ account: z.string().trim().min(1).max(254) }),
        z.object({ organisationCode: z.string().trim().min(1).max(32) }),
      ]),
      role: z.enum(GRANT_ROLES),
      commands: z
        .boolean()
        .default(false)
        .describe('Kept for remote operation, which is not built: it opens nothing'),
      beginsAt: timeInput.optional(),
      endsAt: timeInput,
    }),
    ({ beginsAt, endsAt }) =>
      beginsAt !== undefined && endsAt <= beginsAt ? { rule: 'periodInvalid', path: 'endsAt' } : undefined,
  ),
  output: grant,
  ratePerMinute: LIMITS.lookUpsPerMinute,
});

export const acceptGrant = route({
  ...own,
  method: 'POST',
  path: '/grants/:id/accept',
  summary: 'Accept a grant; one to an organisation is accepted by its administrators',
  params: idParam,
  output: grant,
});

export const declineGrant = route({
  ...own,
  method: 'POST',
  path: '/grants/:id/decline',
  summary: 'Decline a grant, or give an accepted one back',
  params: idParam,
  output: grant,
});

export const revokeGrant = route({
  ...give,
  method: 'POST',
  path: '/grants/:id/revoke',
  summary: 'End a grant at once, also on open live streams; the owner of a station may always',
  params: idParam,
  output: grant,
});

export const plantAuthority = route({
  method: 'GET',
  path: '/bps/plant/authority',
  summary: 'What the caller may do on a station (type 1) or a device (type 2)',
  tag,
  auth: 'session',
  permission: 'stations.view',
  scope: 'station',
  query: z.object({
    id: z.coerce.number().int().positive(),
    type: z.coerce.number().pipe(z.union([z.literal(1), z.literal(2)])),
  }),
  output: z.object({
    permissions: z.array(z.enum(OFFERED_PERMISSIONS)),
    /** Why: own, by the role in the organisation, or by a grant that ends. */
    by: z.enum(['all', 'organisation', 'own', 'grant', 'shared']),
    endsAt: time.nullable(),
  }),
});

export const accessLog = route({
  method: 'GET',
  path: '/stations/:id/access-log',
  summary: 'Who looked at a station and what they did, newest first',
  tag,
  auth: 'session',
  permission: 'audit.view',
  scope: 'station',
  params: idParam,
  query: pageQuery,
  output: pageOf(
    z.object({
      day: z.string(),
      user: z.string(),
      organisation: z.string().nullable(),
      by: z.enum(['all', 'organisation', 'own', 'grant', 'shared']),
      firstAt: time,
      lastAt: time,
      views: z.number().int(),
      actions: z.number().int(),
    }),
  ),
});

export const handOver = z.object({
  id,
  /** What the other side becomes. */
  as: z.enum(HAND_OVER_ROLES),
  station: z.object({ id, name: z.string() }),
  from: z.string(),
  /** What was typed, whether or not there is such an account or code. */
  to: z.string(),
  createdAt: time,
  expiresAt: time,
});
export type HandOver = z.infer<typeof handOver>;

export const handOverStation = route({
  ...give,
  method: 'POST',
  path: '/stations/:id/hand-over',
  stepUp: true,
  summary:
    'Offer a station to its owner; when the account accepts, it owns the station and decides who sees it. The answer does not tell whether there is such an account',
  params: idParam,
  body: z.object({ account: z.string().trim().min(1).max(254) }),
  output: handOver,
  ratePerMinute: LIMITS.lookUpsPerMinute,
});

export const listHandOvers = route({
  ...own,
  forPeople: true,
  method: 'GET',
  path: '/hand-overs',
  summary:
    'Stations that were offered to the caller or to organisations it answers for, of very many the newest of each giver; with a station, the offers of it that the caller can withdraw',
  query: z.object({ stationId: z.coerce.number().int().positive().optional() }),
  output: z.array(handOver),
});

export const acceptHandOver = route({
  ...own,
  method: 'POST',
  path: '/hand-overs/:id/accept',
  summary: 'Take a station over as its owner, or into an organisation that the caller answers for',
  params: idParam,
  output: z.null(),
});

export const declineHandOver = route({
  ...own,
  method: 'POST',
  path: '/hand-overs/:id/decline',
  summary: 'Do not take a station over',
  params: idParam,
  output: z.null(),
});

export const withdrawHandOver = route({
  ...give,
  method: 'POST',
  path: '/hand-overs/:id/withdraw',
  summary: 'Take back an offer of a station that nobody has answered',
  params: idParam,
  output: z.null(),
});

export const shareStation = route({
  tag,
  auth: 'session',
  permission: 'stations.share',
  scope: 'station',
  method: 'PUT',
  path: '/stations/:id/visitors',
  summary:
    'Open a station to visitors, who see it masked and change nothing, or close it to them, also on open live streams',
  params: idParam,
  body: z.object({ shared: z.boolean() }),
  output: z.null(),
  stepUp: true,
});

export const changeInstaller = route({
  ...give,
  method: 'PUT',
  path: '/stations/:id/organisation',
  stepUp: true,
  summary:
    "Offer a station to another organisation by its code; it moves when somebody who answers for that organisation accepts, and at once where the caller does. Null takes it back into the owner's own. History stays. The answer does not tell whether there is such a code",
  params: idParam,
  body: z.object({ organisationCode: z.string().trim().min(1).max(32).nullable() }),
  /** The offer that waits; null where the station has moved. */
  output: handOver.nullable(),
  ratePerMinute: LIMITS.lookUpsPerMinute,
});
