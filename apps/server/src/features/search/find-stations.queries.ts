import type { Found } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { beginsWith } from '../../platform/postgres/list-query.ts';
import { maskFor } from '../accounts/index.ts';
import { readScoped, stationCondition, type ScopedActor } from '../stations/index.ts';
import type { Search } from './search.ts';
import { foldText } from './fold-text.ts';

type FoundStation = Found['stations'][number];

/** Shorter words are near half of all names. */
const FEWEST_LETTERS = 4;
/** A sign of another script may be a whole phrase in ASCII, and what is compared with every name is short. */
const MOST_LETTERS = 100;
/** Shares of the trigrams of the text that a name must have: where nothing has the first, the second. */
const SHARES = [0.7, 0.45] as const;

/**
 * Stations that contain the text first, those whose name begins with it before the others; then those that are near it. Favourites of the actor
 * come first in both.
 */
export async function findStations(db: Db, actor: Actor, search: Search): Promise<FoundStation[]> {
  const scoped = await readScoped(db, actor, {});
  const [marked, others] = await Promise.all([
    scoped.favourites.length === 0 ? [] : containing(db, scoped, { ...search, among: scoped.favourites }),
    containing(db, scoped, search),
  ]);
  const exact = [...new Set([...marked, ...others])].slice(0, search.most);
  const rest = exact.length < search.most ? await nearTo(db, scoped, search) : [];
  const own = new Set(scoped.favourites);
  const near = rest
    .filter((id) => !exact.includes(id))
    .toSorted((a, b) => Number(own.has(b)) - Number(own.has(a)))
    .slice(0, search.most - exact.length);
  return show(db, scoped, { exact, near });
}

/** Of a text that thousands of names contain any hundreds are as good as the others. */
const MOST_WEIGHED = 500;

/** Ids of those that contain the text, the best first. */
async function containing(
  db: Db,
  scoped: ScopedActor,
  { q, most, among }: Search & { among?: readonly number[] },
): Promise<number[]> {
  const weighed = db
    .selectFrom('stations')
    .select([
      'stations.id',
      beginsWith('stations.name', q).as('begins'),
      sql<number>`length(stations.name)`.as('letters'),
    ])
    .where(stationCondition(scoped, { q }))
    .$if(among !== undefined, (query) =>
      query.where('stations.id', '=', sql<number>`ANY(${[...(among ?? [])]}::bigint[])`),
    )
    .limit(MOST_WEIGHED)
    .as('weighed');
  const rows = await db
    .selectFrom(weighed)
    .select('id')
    .orderBy('begins', 'desc')
    .orderBy('letters')
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids of those that are near the text, the nearest first: those that have most of its trigrams are few and quickly found, whatever is asked for. */
async function nearTo(db: Db, { scope }: ScopedActor, { q, most }: Search): Promise<number[]> {
  const folded = foldText(q).slice(0, MOST_LETTERS);
  if (folded.length < FEWEST_LETTERS) return [];
  return db.transaction().execute(async (trx) => {
    for (const share of SHARES) {
      await sql`SELECT set_config('pg_trgm.word_similarity_threshold', ${String(share)}, true)`.execute(trx);
      const weighed = trx
        .selectFrom('stationWords as words')
        .innerJoin('stations', 'stations.id', 'words.stationId')
        .select(['stations.id', sql<number>`word_similarity(${folded}, words.folded)`.as('share')])
        .where(sql<boolean>`${folded} <% words.folded`)
        .where(scope)
        .limit(MOST_WEIGHED)
        .as('weighed');
      const rows = await trx
        .selectFrom(weighed)
        .select('id')
        .orderBy('share', 'desc')
        .orderBy('id')
        .limit(most)
        .execute();
      if (rows.length > 0) return rows.map(({ id }) => id);
    }
    return [];
  });
}

async function show(
  db: Db,
  { actor, favourites }: ScopedActor,
  { exact, near }: { exact: readonly number[]; near: readonly number[] },
): Promise<FoundStation[]> {
  const ids = [...exact, ...near];
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('stations')
    .innerJoin('stationStates as state', 'state.stationId', 'stations.id')
    .leftJoin('organisations', 'organisations.id', 'stations.organisationId')
    .select(['stations.id', 'stations.name', 'stations.town', 'state.status'])
    .select('organisations.name as organisation')
    .where('stations.id', 'in', ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const isMasked = maskFor(actor).active;
  return ids.flatMap((id, index) => {
    const row = byId.get(id);
    if (!row) return [];
    const favourite = favourites.includes(id);
    return {
      ...row,
      organisation: isMasked ? null : row.organisation,
      favourite,
      near: index >= exact.length,
    };
  });
}
