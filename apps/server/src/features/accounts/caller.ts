import type { RequestContext } from '../../platform/actor.ts';
import type { RawExchange } from '../../platform/http/register-route.ts';
import type { Caller } from './finish-login.ts';

/** Where a request comes from. */
export function callerOf({ address }: Pick<RequestContext, 'address'>, { request }: RawExchange): Caller {
  return { address, userAgent: request.headers['user-agent']?.slice(0, 300) ?? null };
}
