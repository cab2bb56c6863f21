import type { HandOver } from '@sunfleet/contract';
import { expressionBuilder, sql, type RawBuilder, type SqlBool } from 'kysely';
import { accessOf, type Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { isToPerson } from './find-party.ts';
import { mayAnswerFor, mayGrantStation } from './granting-scope.ts';

const of = expressionBuilder<Tables, 'handOvers' | 'stations'>();

/** Condition on `hand_overs`: it makes an organisation the installer. Every other one makes a person the owner. */
export const toInstaller = sql<SqlBool>`(hand_overs.to_organisation_id IS NOT NULL OR hand_overs.to_code IS NOT NULL)`;

/** Condition on `hand_overs`: the actor answers it, as the person it is to or for an organisation it is to. */
export function mayAnswerHandOver(actor: Actor): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${isToPerson(actor, 'hand_overs')} OR EXISTS (SELECT 1 FROM organisations
    WHERE organisations.id = hand_overs.to_organisation_id AND ${mayAnswerFor(actor)}))`;
}

/** Condition on `hand_overs` with their `stations`: they were offered to the actor; what it may answer for everybody is left out. */
export function isOfferedTo(actor: Actor): RawBuilder<SqlBool> {
  return accessOf(actor).scope === 'all' ? isToPerson(actor, 'hand_overs') : mayAnswerHandOver(actor);
}

/**
 * Condition on `hand_overs` with their `stations`: the actor may see and withdraw them, because it offered or owns the station, or may
 * grant on one that nobody owns. Who works for the owner does not read where the owner wants to go.
 */
export function mayWithdraw(actor: Actor): RawBuilder<SqlBool> {
  const { userId } = actor;
  return sql<SqlBool>`coalesce(hand_overs.from_user_id = ${userId} OR stations.owner_id = ${userId}
    OR (stations.owner_id IS NULL AND ${mayGrantStation(actor)}), false)`;
}

/**
 * Condition on `hand_overs` with their `stations`: whoever offered the station could still be the one to offer it. An owner offers
 * what is theirs; somebody else offers only what has no owner, and only to an owner.
 */
export const stillOffered = of.or([
  of('handOvers.fromUserId', '=', of.ref('stations.ownerId')),
  of.and([
    of('stations.ownerId', 'is', null),
    of('stations.handedOverAt', 'is', null),
    of('handOvers.toOrganisationId', 'is', null),
    of('handOvers.toCode', 'is', null),
  ]),
]);

/** Offers that wait for an answer, with their stations. */
export function waitingHandOvers(db: Db, now: number) {
  return db
    .selectFrom('handOvers')
    .innerJoin('stations', 'stations.id', 'handOvers.stationId')
    .where('handOvers.state', '=', 'pending')
    .where('handOvers.expiresAt', '>', new Date(now));
}

/**
 * Offers that a list has at most. Whoever makes accounts at will offers one person stations by the ten thousand, and every page of that one asks for the
 * list.
 */
const MOST_SHOWN = 100;

/** Offers that wait for an answer and fulfil the condition, newest first. Of very many the newest of each giver, so that none of them hides those of others. */
export async function viewHandOvers(
  db: Db,
  { where, now }: { where: RawBuilder<SqlBool>; now: number },
): Promise<HandOver[]> {
  const rows = await waitingHandOvers(db, now)
    .innerJoin('organisations', 'organisations.id', 'stations.organisationId')
    .leftJoin('users as receiver', 'receiver.id', 'handOvers.toUserId')
    .leftJoin('users as giver', 'giver.id', 'handOvers.fromUserId')
    .select([
      'handOvers.id',
      'handOvers.stationId',
      'handOvers.createdAt',
      'handOvers.expiresAt',
      'stations.name',
      toInstaller.as('installer'),
      sql<string>`coalesce(hand_overs.to_account, hand_overs.to_code, receiver.name)`.as('to'),
      sql<string>`coalesce(giver.name, organisations.name)`.as('from'),
    ])
    .where(where)
    .where(stillOffered)
    .orderBy(sql`row_number() OVER (PARTITION BY hand_overs.from_user_id ORDER BY hand_overs.id DESC)`)
    .orderBy('handOvers.id', 'desc')
    .limit(MOST_SHOWN)
    .execute();
  const newest = rows.toSorted((one, other) => other.id - one.id);
  return newest.map(({ id, stationId, name, installer, from, to, createdAt, expiresAt }) => ({
    id,
    as: installer ? 'installer' : 'owner',
    station: { id: stationId, name },
    from,
    to,
    createdAt: createdAt.getTime(),
    expiresAt: expiresAt.getTime(),
  }));
}
