import { localDayOf } from '@sunfleet/analysis';
import type { RouteOutput, routes } from '@sunfleet/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { maskFor } from '../accounts/index.ts';
import { requireStation } from '../stations/index.ts';
import { keptSince } from '../telemetry/index.ts';
import { isCounting } from './ask-recount.ts';

/** What was decided over the counters of a station, the newest first. Throws AppError `stationNotFound`. */
export async function listChoices(
  { db, clock, config }: Pick<Platform, 'db' | 'clock' | 'config'>,
  actor: Actor,
  stationId: number,
): Promise<RouteOutput<(typeof routes)['listCounterChoices']>> {
  const { timeZone } = await requireStation(db, actor, stationId, 'telemetry.view');
  const rows = await db
    .selectFrom('counterChoices as choice')
    .leftJoin('users as author', 'author.id', 'choice.createdBy')
    .selectAll('choice')
    .select('author.name as author')
    .where('choice.stationId', '=', stationId)
    .orderBy('choice.id', 'desc')
    .execute();
  const mask = maskFor(actor);
  const since = keptSince(config.rawRetentionDays, clock.now());
  return {
    choices: rows.map(({ id, counter, fromDay, reason, author, createdAt }, place) => ({
      id,
      counter,
      from: fromDay,
      reason: mask.active ? null : reason,
      created: { at: createdAt.getTime(), by: mask.person(author) },
      holds: !rows.slice(0, place).some((later) => covers(later.fromDay, fromDay)),
    })),
    counting: await isCounting(db, stationId),
    samplesSince: since === null ? null : localDayOf(since, timeZone),
  };
}

/** Whether a choice from one day on leaves nothing of one from another day on. Null: all days. */
const covers = (later: string | null, earlier: string | null): boolean =>
  later === null || (earlier !== null && later <= earlier);
