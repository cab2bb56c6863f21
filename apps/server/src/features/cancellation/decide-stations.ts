import { type routes, type RouteRequest } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { CancelChoice } from '../../platform/postgres/tables/accounts.ts';
import { findPerson } from '../grants/index.ts';
import { ownedStations, type OwnedStation } from './owned-stations.ts';

type Decisions = RouteRequest<(typeof routes)['cancelAccount']>['body']['stations'];
type Parts = Pick<Platform, 'db' | 'text' | 'clock'>;

/**
 * Decisions for every station of an account, each once. Throws AppError: stationsUndecided (one is missing, is to be kept where
 * nobody could, or deleted where two people have to end it), stationNotFound (not the account's), userNotFound (nobody is named) and notYourself (the new owner). A new owner is
 * offered the station and has to accept; nothing here tells whether there is such an account.
 */
export async function decideStations(
  platform: Parts,
  context: RequestContext,
  { userId, decisions }: { userId: number; decisions: Decisions },
): Promise<CancelChoice[]> {
  const owned = new Map(
    (await ownedStations(platform.db, userId, platform.clock.now())).map((station) => [station.id, station]),
  );
  const choices: CancelChoice[] = [];
  for (const [index, decision] of decisions.entries()) {
    const station = owned.get(decision.id);
    if (!station) throw new AppError('stationNotFound', { id: decision.id });
    choices.push(await decide(platform, context, { userId, station, decision, index }));
  }
  const decided = new Set(choices.map(({ stationId }) => stationId));
  if (decided.size !== owned.size || decided.size !== choices.length) throw new AppError('stationsUndecided');
  return choices;
}

interface Asked {
  userId: number;
  station: OwnedStation;
  decision: Decisions[number];
  index: number;
}

async function decide(
  platform: Parts,
  { language }: RequestContext,
  { userId, station, decision, index }: Asked,
): Promise<CancelChoice> {
  const { fate, to } = decision;
  if (fate === 'keep' && station.organisation === null) throw new AppError('stationsUndecided');
  if (fate === 'delete' && !station.deletable) throw new AppError('stationsUndecided');
  if (fate !== 'transfer') return { stationId: station.id, fate, to: null };
  const named = to ? await findPerson(platform.db, to) : undefined;
  const own = named?.toUserId === userId;
  const broken = !to ? 'userNotFound' : own ? 'notYourself' : undefined;
  if (broken) {
    const message = platform.text(language, `errors.${broken}`);
    throw new AppError(broken, {}, [{ path: `body.stations.${index}.to`, message }]);
  }
  return { stationId: station.id, fate, to: named?.toAccount ?? null };
}
