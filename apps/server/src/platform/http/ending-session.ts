import type { RouteDefinition } from '@sunfleet/contract';
import type { Actor } from '../actor.ts';

/** The session by which a call that ends something (`stops`) is counted and waits; undefined for all others, and for those of API keys. */
export function endingSession(
  { apiKeyId, sessionId }: Pick<Actor, 'apiKeyId' | 'sessionId'>,
  { stops }: Pick<RouteDefinition, 'stops'>,
): string | undefined {
  return stops && apiKeyId === null && sessionId !== null ? `session ${sessionId}` : undefined;
}
