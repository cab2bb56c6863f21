import type { RequestContext } from '../../platform/actor.ts';
import { callerOf } from '../../platform/http/caller-limits.ts';
import { type RawExchange, registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Live } from './create-live.ts';
import { sinkOf } from './open-stream.ts';
import { createStreamLimits } from './stream-limits.ts';
import { type Subscription, subscribe, subscribeToAccess } from './subscription.ts';

/** Routes of the event streams: what is live, and the news that access has changed. */
export function registerLiveRoutes(server: HttpServer, live: Live): void {
  const { db } = server.platform;
  const limits = createStreamLimits();
  const open = (subscription: Subscription, context: RequestContext, { request, reply }: RawExchange) => {
    const leave = limits.enter(callerOf(context));
    const lastEventId = request.headers['last-event-id'];
    reply.raw.once('close', leave);
    live.open({
      subscription,
      sink: sinkOf(reply),
      lastEventId: typeof lastEventId === 'string' && lastEventId !== '' ? lastEventId : undefined,
      userId: context.actor.userId,
      actor: async () => (await server.resolveActor(context.bearer))?.actor,
    });
    // The reply is the stream; there is no envelope.
    return undefined as never;
  };
  registerRoute(server, 'liveStream', async (context, { query }, exchange) => {
    const wanted = { stations: query.stations, devices: query.devices };
    return open(await subscribe(db, context.actor, wanted), context, exchange);
  });
  registerRoute(server, 'accessStream', async (context, _input, exchange) =>
    open(await subscribeToAccess(db, context.actor), context, exchange),
  );
}
