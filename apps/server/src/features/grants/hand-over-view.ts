import { sql } from 'kysely';
import type { RouteOutput, routes } from '@sunfleet/contract';
import type { Db } from '../../platform/postgres/client.ts';

export type HandOver = RouteOutput<(typeof routes)['handOverStation']>;

/** Open offers, newest first: one of them, or all to a person. */
export async function openHandOvers(db: Db, of: { id: number } | { toUserId: number }): Promise<HandOver[]> {
  const rows = await db
    .selectFrom('handOvers')
    .innerJoin('stations', 'stations.id', 'handOvers.stationId')
    .innerJoin('organisations', 'organisations.id', 'stations.organisationId')
    .innerJoin('users as receiver', 'receiver.id', 'handOvers.toUserId')
    .leftJoin('users as giver', 'giver.id', 'handOvers.fromUserId')
    .select([
      'handOvers.id',
      'handOvers.stationId',
      'handOvers.createdAt',
      'stations.name',
      'receiver.name as to',
      sql<string>`coalesce(giver.name, organisations.name)`.as('from'),
    ])
    .where('handOvers.state', '=', 'pending')
    .where((eb) => ('id' in of ? eb('handOvers.id', '=', of.id) : eb('handOvers.toUserId', '=', of.toUserId)))
    .orderBy('handOvers.id', 'desc')
    .execute();
  return rows.map(({ id, stationId, name, from, to, createdAt }) => ({
    id,
    station: { id: stationId, name },
    from,
    to,
    createdAt: createdAt.getTime(),
  }));
}
