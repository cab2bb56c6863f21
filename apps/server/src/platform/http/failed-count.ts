import type { ErrorKey } from '@sunfleet/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toAppError } from './errors.ts';

/** Requests a minute that one network may make to a public route that names no limit of its own, and those that fail, whatever the route. */
export const NETWORK_RATE = 1200;

/** Counts a request of a network, once. Rejects when there were too many. */
type NetworkLimit = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/**
 * What is wrong with a request whatever its route does. A body that has not come to its end is none of these: such requests cost nobody
 * behind the same address a try.
 */
const COUNTED: ReadonlySet<ErrorKey> = new Set<ErrorKey>([
  'malformedJson',
  'payloadTooLarge',
  'unsupportedFileType',
  'unauthorised',
]);

/**
 * Counts requests that failed before they reached the limit of their route: towards that limit, or where the route has none towards a common
 * one. Answers the error that takes the place of the first where the network made too many.
 */
export function createFailedCount(app: FastifyInstance) {
  const common: NetworkLimit = app.rateLimit({ max: NETWORK_RATE, timeWindow: '1 minute' }).bind(app);
  return async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if (!COUNTED.has(toAppError(error).key)) return undefined;
    const { limit = common } = request.routeOptions.config as { limit?: NetworkLimit };
    try {
      await limit(request, reply);
      return undefined;
    } catch (tooMany) {
      return tooMany;
    }
  };
}
