import { useCall } from '../../lib/call/use-call.ts';
import { useSession } from '../../lib/session/session-context.tsx';
import { useLater } from '../../lib/use-later.ts';

/** Milliseconds between two reads. It is long, because offers are not answered by the second. */
const LOOK_MS = 5 * 60_000;

/** How many there are is asked for: each of them names up to a thousand stations. */
const PENDING = { body: { direction: 'received', state: 'pending', answerable: true, pageSize: 1 } } as const;

/** Authorisations and stations offered to the account that wait for its answer. */
export function useWaiting(): number {
  const isLater = useLater();
  const isMember = useSession()?.account.visitor === false;
  const options = { enabled: isLater && isMember, refetchMs: LOOK_MS };
  const grants = useCall('queryGrants', PENDING, options);
  const offers = useCall('listHandOvers', {}, options);
  return (grants.data?.total ?? 0) + (offers.data?.length ?? 0);
}
