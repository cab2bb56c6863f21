import { type RawExchange, registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Live } from './create-live.ts';
import { sinkOf } from './open-stream.ts';
import { type Subscription, subscribe, subscribeToAccess } from './subscription.ts';

/** Routes of the event streams: what is live, and the news that access has changed. */
export function registerLiveRoutes(server: HttpServer, live: Live): void {
  const { db } = server.platform;
  const open = (subscription: Subscription, bearer: string, { request, reply }: RawExchange) => {
    const lastEventId = request.headers['last-event-id'];
    live.open({
      subscription,
      sink: sinkOf(reply),
      lastEventId: typeof lastEventId === 'string' && lastEventId !== '' ? lastEventId : undefined,
      actor: async () => (await server.resolveActor(bearer))?.actor,
    });
    // The reply is the stream; there is no envelope.
    return undefined as never;
  };
  registerRoute(server, 'liveStream', async ({ actor, bearer }, { query }, exchange) => {
    const wanted = { stations: query.stations, devices: query.devices };
    return open(await subscribe(db, actor, wanted), bearer, exchange);
  });
  registerRoute(server, 'accessStream', async ({ actor, bearer }, _input, exchange) =>
    open(await subscribeToAccess(db, actor), bearer, exchange),
  );
}
