import * as z from 'zod';
import { route } from '../route.ts';
import { ruled } from '../ruled.ts';
import { id, time } from '../vocabulary.ts';

const own = {
  tag: 'accounts',
  auth: 'session',
  permission: 'any',
  scope: 'none',
  forPeople: true,
} as const;

/** What becomes of a station when its owner goes. */
export const STATION_FATES = ['transfer', 'delete', 'keep'] as const;

export const cancellation = z.object({
  /** Days to change one's mind. */
  coolingOffDays: z.number().int(),
  requestedAt: time.nullable(),
  erasedAt: time.nullable(),
  /**
   * Stations the account owns; each needs a decision. `organisation` keeps it where `keep` is chosen, null: nobody could. One that is kept by an
   * organisation and that two people have to end is not `deletable` with an account.
   */
  stations: z.array(
    z.object({
      id,
      name: z.string(),
      devices: z.number().int(),
      organisation: z.string().nullable(),
      deletable: z.boolean(),
    }),
  ),
  /** What else ends: counts of it. */
  lost: z.object({
    sessions: z.number().int(),
    apiKeys: z.number().int(),
    passkeys: z.number().int(),
    grantsGiven: z.number().int(),
    grantsReceived: z.number().int(),
  }),
  /** Organisations whose only administrator this is; they need another before. */
  lastAdministratorOf: z.array(z.string()),
});

export const getCancellation = route({
  ...own,
  method: 'GET',
  path: '/ups/user/cancellation',
  summary: 'What would be lost with the own account, and whether a cancellation waits',
  output: cancellation,
});

export const cancelAccount = route({
  ...own,
  method: 'POST',
  path: '/ups/user/cancellation',
  // It offers stations to others at once, as a hand-over does; a code shows no more than that somebody reads the messages.
  stepUp: true,
  summary:
    'Ask for the own account to be erased after the cooling-off time; needs the code for `cancelAccount`',
  body: z.object({
    validateCode: ruled((text) => (text.trim() === '' ? 'codeEmpty' : undefined)),
    stations: z.array(
      z.object({
        id,
        fate: z.enum(STATION_FATES),
        /** Account of the new owner where the fate is `transfer`. */
        to: z.string().trim().max(254).nullish(),
      }),
    ),
  }),
  output: cancellation,
  ratePerMinute: 10,
});

export const keepAccount = route({
  ...own,
  method: 'DELETE',
  path: '/ups/user/cancellation',
  summary: 'Take the cancellation back',
  output: cancellation,
});
