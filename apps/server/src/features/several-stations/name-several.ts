import { createHash } from 'node:crypto';
import type { RouteOutput, RouteRequest, routes } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { targetStations, type TargetStation } from './target-stations.ts';

type Named = RouteOutput<(typeof routes)['nameSeveralStations']>;
type Body = RouteRequest<(typeof routes)['nameSeveralStations']>['body'];

/** Stations that are named; of the others their number tells. */
const MOST_NAMED = 10;

/** What a person sees before several stations are ended. Throws AppError as `targetStations` does. */
export async function nameSeveral(
  { db }: Pick<Platform, 'db'>,
  context: RequestContext,
  { target }: Body,
): Promise<Named> {
  const stations = await targetStations(db, context, target);
  const names = stations.flatMap(({ name }) => name ?? []).slice(0, MOST_NAMED);
  return { count: stations.length, names, digest: digestOf(stations) };
}

/** By which the same stations are known again, and others that are as many are not. */
export const digestOf = (stations: readonly Pick<TargetStation, 'id'>[]): string =>
  createHash('sha256')
    .update(
      stations
        .map(({ id }) => id)
        .toSorted((a, b) => a - b)
        .join(),
    )
    .digest('hex');
