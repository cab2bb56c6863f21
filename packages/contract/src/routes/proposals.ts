import * as z from 'zod';
import { route } from '../route.ts';
import { id, idParam, time } from '../vocabulary.ts';

const own = { tag: 'proposals', auth: 'session', permission: 'any', scope: 'none', forPeople: true } as const;

export const proposal = z.object({
  id,
  /** Name of the route that was called. */
  route: z.string(),
  /** JSON: parameters, query and body of the call. */
  input: z.string(),
  /** Names what is shown; an approval repeats it. */
  digest: z.string(),
  proposedBy: z.string(),
  proposedAt: time,
  expiresAt: time,
  /** The caller proposed it. */
  own: z.boolean(),
  /** From when on the caller may approve what it proposed itself, because there is nobody else; null: never. */
  aloneFrom: time.nullable(),
});
export type Proposal = z.infer<typeof proposal>;

export const listProposals = route({
  ...own,
  method: 'GET',
  path: '/proposals',
  summary: 'Calls that wait for a second person, of routes that the caller may use',
  output: z.array(proposal),
});

export const acceptProposal = route({
  ...own,
  method: 'POST',
  path: '/proposals/:id/accept',
  summary:
    'Approve a call of somebody else exactly as it was shown (`digest`), and run it. The caller may do the same and does not approve its own',
  stepUp: true,
  params: idParam,
  body: z.object({ digest: z.string().length(64) }),
  output: z.null(),
});

export const declineProposal = route({
  ...own,
  method: 'POST',
  path: '/proposals/:id/decline',
  summary: 'Decline a call that waits for a second person, or withdraw the own one',
  params: idParam,
  output: z.null(),
});
