import { useCall } from '../../lib/call/use-call.ts';
import { useSession } from '../../lib/session/session-context.tsx';

/** Between two looks: nobody waits by the second for an answer. */
const LOOK_MS = 5 * 60_000;

const PENDING = { body: { direction: 'received', state: 'pending', pageSize: 50 } } as const;

/** Authorisations and stations offered to the account that wait for its answer. */
export function useWaiting(): number {
  const options = { enabled: useSession()?.account.visitor === false, refetchMs: LOOK_MS };
  const grants = useCall('queryGrants', PENDING, options);
  const offers = useCall('listHandOvers', {}, options);
  const answerable = grants.data?.rows.filter((grant) => grant.answerable) ?? [];
  return answerable.length + (offers.data?.length ?? 0);
}
