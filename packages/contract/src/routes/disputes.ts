import * as z from 'zod';
import { pageOf, pageQuery } from '../envelope.ts';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { ruled } from '../ruled.ts';
import { claimCodeRule, snRule } from '../rules.ts';
import { id, idParam, time } from '../vocabulary.ts';
import { DISPUTE_PROOFS, DISPUTE_STATES } from '../words.ts';

const tag = 'disputes';
const ofStation = { tag, auth: 'session', permission: 'devices.create', scope: 'station' } as const;
const ofPlatform = { tag, auth: 'session', permission: 'platform.manage', scope: 'none' } as const;

const words = z.string().trim().max(LIMITS.disputeWords);
const state = z.enum(DISPUTE_STATES);
const proof = z.enum(DISPUTE_PROOFS);

export const openDispute = route({
  ...ofStation,
  forPeople: true,
  method: 'POST',
  path: '/stations/:id/disputes',
  summary:
    'Say that a device which belongs to somebody else is one’s own and belongs to this station. The answer is the same whether anybody has the serial number or not',
  params: idParam,
  body: z.object({
    sn: ruled((sn) => snRule(sn.trim())).transform((sn) => sn.trim()),
    claimCode: ruled(claimCodeRule).optional(),
    reason: words.min(1),
  }),
  output: z.null(),
});

export const ownDispute = z.object({
  id,
  sn: z.string(),
  /** Null once the claimant sees the station no longer. */
  station: z.object({ id, name: z.string() }).nullable(),
  reason: z.string(),
  state,
  createdAt: time,
  decidedAt: time.nullable(),
});
export type OwnDispute = z.infer<typeof ownDispute>;

export const listOwnDisputes = route({
  tag,
  auth: 'session',
  permission: 'any',
  scope: 'none',
  forPeople: true,
  method: 'GET',
  path: '/disputes',
  summary: 'Disputes that the caller opened, newest first, and what became of them',
  query: pageQuery,
  output: pageOf(ownDispute),
});

export const deviceDispute = z.object({
  id,
  reason: z.string(),
  /** The claimant showed the claim code of this device, or of another one that signs in with this serial number. */
  proof,
  answer: z.string().nullable(),
  createdAt: time,
});
export type DeviceDispute = z.infer<typeof deviceDispute>;

export const listDeviceDisputes = route({
  ...ofStation,
  method: 'GET',
  path: '/devices/:id/disputes',
  summary: 'Open disputes over a device, for who holds it',
  params: idParam,
  output: z.array(deviceDispute),
});

export const replyToDispute = route({
  ...ofStation,
  forPeople: true,
  method: 'POST',
  path: '/devices/:id/disputes/reply',
  summary: 'Say why a disputed device is one’s own; the platform’s administrators read it',
  params: idParam,
  body: z.object({ disputeId: id, answer: words.min(1) }),
  output: z.null(),
});

export const releaseDispute = route({
  ...ofStation,
  permission: 'devices.delete',
  stepUp: true,
  forPeople: true,
  method: 'POST',
  path: '/devices/:id/disputes/release',
  summary: 'Give a disputed device to the claimant',
  params: idParam,
  body: z.object({ disputeId: id }),
  output: z.null(),
});

export const dispute = z.object({
  id,
  sn: z.string(),
  state,
  proof,
  reason: z.string(),
  answer: z.string().nullable(),
  answeredAt: time.nullable(),
  createdAt: time,
  decidedAt: time.nullable(),
  claimant: z.object({
    id,
    name: z.string(),
    email: z.string().nullable(),
    /** Since when there is the account. */
    since: time,
    station: z.object({ id, name: z.string() }),
    /** 24 bits of an IPv4 address, 48 of an IPv6 one. */
    network: z.string().nullable(),
  }),
  /** Where the device with the matching claim code tries to sign in from. */
  contenderNetwork: z.string().nullable(),
  /** Null where there is no device of this serial number. */
  holder: z
    .object({
      deviceId: id,
      /** Null for a serial number that an organisation's key wrote down, and for a device of nobody. */
      station: z.object({ id, name: z.string() }).nullable(),
      /** The owner of the station, or else the organisation. */
      owner: z.string().nullable(),
      /** When the serial number was registered, reported first and reported last. */
      since: time,
      firstSeenAt: time.nullable(),
      lastDataAt: time.nullable(),
    })
    .nullable(),
});
export type Dispute = z.infer<typeof dispute>;

export const listDisputes = route({
  ...ofPlatform,
  method: 'GET',
  path: '/platform/disputes',
  summary: 'Disputes over serial numbers with both sides, open ones first',
  query: pageQuery.extend({ state: state.optional() }),
  output: pageOf(dispute),
});

export const decideDispute = route({
  ...ofPlatform,
  stepUp: true,
  forPeople: true,
  method: 'POST',
  path: '/disputes/:id/decide',
  summary: 'Let the holder keep the device, or transfer it to the claimant’s station with a new secret',
  params: idParam,
  body: z.object({ decision: z.enum(['keep', 'transfer']) }),
  output: z.null(),
});
