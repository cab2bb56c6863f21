import { callKey } from '../lib/call/use-call.ts';
import { createLiveConnection, type LiveConnection } from '../lib/live/live-connection.ts';
import { createOpenStream, type OpenStream } from '../lib/live/open-stream.ts';
import { apiBase } from '../lib/node.ts';
import { serverReach, watchFetch } from '../lib/reach/server-reach.ts';
import { applyEvents } from './apply-events.ts';
import { pacedReads } from './paced-reads.ts';
import type { Services } from './services.ts';

/** The live stream of the product. The login has none, so it does not fetch this code. */
export function createLive({
  call,
  queryClient,
  identity,
  renew,
}: Pick<Services, 'call' | 'queryClient' | 'identity' | 'renew'>): LiveConnection {
  const reads = pacedReads(queryClient);
  const live = createLiveConnection({
    open: renewing(createOpenStream({ ...identity, baseUrl: apiBase, fetch: watchFetch(serverReach) }), {
      renew,
      // Any call may find that the session is over; its answer carries the message.
      onUnauthorised: () => void call('personalInfo', {}, { quiet: true }).catch(() => {}),
      token: identity.token,
    }),
    onEvents: (events) => applyEvents(queryClient, events, reads),
    onGap: () => void queryClient.invalidateQueries({ queryKey: callKey('personalInfo') }),
    onEnd: () => void serverReach.doubt(),
  });
  serverReach.subscribe(() => {
    if (!serverReach.get()) live.retry();
  });
  return live;
}

interface Renewing {
  renew: Services['renew'];
  onUnauthorised: () => void;
  token: () => string | undefined;
}

/** Opens a stream that was refused for its session once more with a renewed session. Without a renewed one the session is over. */
function renewing(open: OpenStream, { renew, onUnauthorised, token }: Renewing): OpenStream {
  return async (request) => {
    const used = token();
    const end = await open(request);
    if (end.status !== 401) return end;
    if (await renew(used)) return open(request);
    onUnauthorised();
    return end;
  };
}
