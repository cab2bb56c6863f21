import * as z from 'zod';
import { GRANT_ROLES } from '../access/index.ts';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { ruledObject } from '../ruled.ts';
import { id, timeInput } from '../vocabulary.ts';
import { listFilters } from './saved-views.ts';

const most = LIMITS.stationsAtOnce;
const common = { tag: 'stations', auth: 'session', scope: 'station', forPeople: true } as const;

/** Which stations: by id, or all under a filter of the list as long as they are as many as the caller was told. */
const target = z.union([
  z.object({ ids: z.array(id).min(1).max(most) }),
  z.object({ filters: listFilters, count: z.number().int().min(1) }),
]);
export type StationTarget = z.infer<typeof target>;

/** What became of each station. `waits`: somebody else has to agree. */
export const severalResult = z.object({
  results: z.array(
    z.object({
      id,
      /** Null where the caller may not see it. */
      name: z.string().nullable(),
      outcome: z.enum(['done', 'unchanged', 'waits', 'refused']),
      /** In the caller's language, where it is refused. */
      reason: z.string().nullable(),
    }),
  ),
});
export type SeveralResult = z.infer<typeof severalResult>;

const judged = `Each is judged by itself; ${most} at most.`;

export const labelSeveralStations = route({
  ...common,
  method: 'POST',
  path: '/stations/several/labels',
  summary: `Add and take away labels of several stations. ${judged}`,
  permission: 'labels.create',
  body: z.object({
    target,
    add: z.array(id).max(LIMITS.labelsPerObject).default([]),
    remove: z.array(id).max(200).default([]),
  }),
  output: severalResult,
});

export const favouriteSeveralStations = route({
  ...common,
  method: 'POST',
  path: '/stations/several/favourites',
  summary: `Mark several stations as favourites of the caller, or take the marks away. ${judged}`,
  permission: 'any',
  body: z.object({ target, favourite: z.boolean() }),
  output: severalResult,
});

export const grantSeveralStations = route({
  ...common,
  method: 'POST',
  path: '/stations/several/grants',
  summary: `Authorise a person or an organisation for several stations by one authorisation, without those that the caller may not give. ${judged}`,
  permission: 'stations.grant',
  stepUp: true,
  body: ruledObject(
    z.object({
      target,
      to: z.union([
        z.object({ account: z.string().trim().min(1).max(254) }),
        z.object({ organisationCode: z.string().trim().min(1).max(32) }),
      ]),
      role: z.enum(GRANT_ROLES),
      beginsAt: timeInput.optional(),
      endsAt: timeInput,
    }),
    ({ beginsAt, endsAt }) =>
      beginsAt !== undefined && endsAt <= beginsAt ? { rule: 'periodInvalid', path: 'endsAt' } : undefined,
  ),
  output: severalResult,
  ratePerMinute: LIMITS.lookUpsPerMinute,
});

export const moveSeveralStations = route({
  ...common,
  method: 'POST',
  path: '/stations/several/organisation',
  summary: `Offer several stations to another organisation by its code, as for one station; null takes them back into the owner's own. ${judged}`,
  permission: 'stations.grant',
  stepUp: true,
  body: z.object({ target, organisationCode: z.string().trim().min(1).max(32).nullable() }),
  output: severalResult,
  ratePerMinute: LIMITS.lookUpsPerMinute,
});

/** SHA-256 of the ids in order, in hexadecimal digits. */
const digest = z.string().regex(/^[0-9a-f]{64}$/);

export const nameSeveralStations = route({
  ...common,
  method: 'POST',
  path: '/stations/several/names',
  summary:
    'Names of the first stations that are meant, how many they are, and a digest by which these and no others are ended',
  permission: 'stations.delete',
  body: z.object({ target }),
  output: z.object({ count: z.number().int(), names: z.array(z.string()), digest }),
  ratePerMinute: 120,
});

export const endSeveralStations = route({
  ...common,
  method: 'POST',
  path: '/stations/several/end',
  summary: `End several stations by typing how many they are, as long as they are those that were named (\`digest\`); utility stations wait for a second person. ${judged}`,
  permission: 'stations.delete',
  stepUp: true,
  body: z.object({ target, typed: z.number().int(), digest }),
  output: severalResult,
});
