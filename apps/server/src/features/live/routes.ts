import type { RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { type RawExchange, registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import { senderOf } from '../../platform/http/work-of-people.ts';
import type { Live } from './create-live.ts';
import { sinkOf } from './open-stream.ts';
import { createSight } from './sight.ts';
import { createStreamLimits } from './stream-limits.ts';
import { type Subscription, subscribe, subscribeToAccess } from './subscription.ts';

/** Routes of the event streams: what is live, and the news that access has changed. */
export function registerLiveRoutes(server: HttpServer, live: Live): void {
  const { db } = server.platform;
  const limits = createStreamLimits();
  const sight = createSight(db);
  const open = async (
    subscribing: () => Promise<Subscription>,
    context: RequestContext,
    { request, reply, named }: RawExchange & { named: number },
  ) => {
    const { person } = senderOf(context);
    const askedAt = performance.now() - reply.elapsedTime;
    // Before anything is looked up, so that those beyond the limit cost nothing.
    const leave = limits.enter(person, named);
    const subscription = await subscribing().catch((error: unknown) => {
      leave();
      throw error;
    });
    const lastEventId = request.headers['last-event-id'];
    if (request.raw.socket.destroyed) {
      leave();
      throw new AppError('tooManyRequests');
    }
    reply.raw.once('close', leave);
    live.open({
      subscription,
      sink: sinkOf(server, { request, reply }),
      person,
      askedAt,
      lastEventId: typeof lastEventId === 'string' && lastEventId !== '' ? lastEventId : undefined,
      userId: context.actor.userId,
      actor: async () => (await server.resolveActor(context.bearer))?.actor,
    });
    // The reply is the stream; there is no envelope.
    return undefined as never;
  };
  registerRoute(server, 'liveStream', async (context, { query }, exchange) => {
    const wanted = { stations: query.stations, devices: query.devices, alarms: query.alarms === 'true' };
    const named = (query.stations?.length ?? 0) + (query.devices?.length ?? 0);
    return open(() => subscribe({ db, sight }, context.actor, wanted), context, { ...exchange, named });
  });
  registerRoute(server, 'accessStream', async (context, _input, exchange) =>
    open(() => subscribeToAccess(sight, context.actor), context, { ...exchange, named: 0 }),
  );
}
