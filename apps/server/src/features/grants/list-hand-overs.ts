import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { openHandOvers, type HandOver } from './hand-over-view.ts';

/** Stations that were offered to the actor and wait for its answer. */
export async function listHandOvers({ db }: Pick<Platform, 'db'>, { userId }: Actor): Promise<HandOver[]> {
  return userId === null ? [] : openHandOvers(db, { toUserId: userId });
}
