import type { RouteOutput, routes } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { inPages } from '../../platform/pages.ts';
import type { Platform } from '../../platform/platform.ts';
import { readStationScope, type StationCondition } from '../scope/index.ts';
import { fleetAvailability } from '../telemetry/index.ts';
import { createSharedAnswers } from '../../platform/shared-answers.ts';

type FleetAvailability = RouteOutput<(typeof routes)['portfolioAvailability']>;

/** The days are over, and what comes late changes them little. */
const KEEP_MS = 300_000;
const MOST_KEPT = 500;

/**
 * Communication and technical availability of the producers of all visible stations over the last whole days, five minutes old at most. Whoever
 * sees the same producers gets the same answer, so a right that ends, ends here at once.
 */
export function openPortfolioAvailability({
  db,
  samples,
  clock,
}: Pick<Platform, 'db' | 'samples' | 'clock'>) {
  const answers = createSharedAnswers<FleetAvailability>({
    keepMs: KEEP_MS,
    // What is not known yet is known soon.
    keeps: ({ communication, technical }) => communication !== null && technical !== null,
    most: MOST_KEPT,
    now: () => clock.now(),
  });
  const producersOf = (scope: StationCondition) =>
    db
      .selectFrom('devices')
      .innerJoin('stations', 'stations.id', 'devices.stationId')
      .where('devices.kind', 'in', ['inverter', 'micro', 'hybrid'])
      .where(scope);
  return async (actor: Actor, days: number): Promise<FleetAvailability> => {
    const scope = await readStationScope(db, actor);
    const which = await producersOf(scope)
      .select(
        sql<string>`count(*) || ' ' || coalesce(sum(hashint8extended(devices.id, coalesce(devices.rated_power, 0)::bigint)), 0)`.as(
          'key',
        ),
      )
      .executeTakeFirstOrThrow();
    return answers.get(`${days} ${which.key}`, async () => {
      const producers = inPages(
        (after, limit) =>
          producersOf(scope)
            .select(['devices.id', 'devices.ratedPower'])
            .where('devices.id', '>', after)
            .orderBy('devices.id')
            .limit(limit)
            .execute(),
        ({ id }) => id,
      );
      return fleetAvailability(samples, producers, { days, now: clock.now() });
    });
  };
}
