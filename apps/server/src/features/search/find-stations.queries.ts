import type { Found } from '@sunfleet/contract';
import { expressionBuilder, sql, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { beginsWith } from '../../platform/postgres/list-query.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { maskFor } from '../accounts/index.ts';
import { readScoped, stationCondition, textQuestions, type ScopedActor } from '../stations/index.ts';
import type { Search } from './search.ts';
import { alikeWords } from './alike-words.ts';
import { askForShare, comparedText, SHARES } from './near-shares.ts';

type FoundStation = Found['stations'][number];

const eb = expressionBuilder<Tables, 'stations'>();

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
  return showStations(db, scoped, { q: search.q, exact, near });
}

/** Of a text that thousands of names contain any hundreds are as good as the others. */
const MOST_WEIGHED = 500;

/** Ids of those that contain the text, the best first. Each question ends when it has found enough: they are asked apart. */
async function containing(
  db: Db,
  scoped: ScopedActor,
  { q, most, among }: Search & { among?: readonly number[] },
): Promise<number[]> {
  const seen = stationCondition(scoped, {})(eb);
  const marked = among ? sql<SqlBool>`stations.id = ANY(${[...among]}::bigint[])` : sql<SqlBool>`true`;
  const weighed = textQuestions(scoped.actor, q).map(
    (question) => sql`(
      SELECT stations.id, ${beginsWith('stations.name', q)} AS begins, length(stations.name) AS letters
        FROM stations WHERE ${seen} AND ${marked} AND ${question} LIMIT ${MOST_WEIGHED})`,
  );
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM (${sql.join(weighed, sql` UNION `)}) AS weighed
     ORDER BY begins DESC, letters, id LIMIT ${most}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Ids of those that are near the text, the nearest first: those that have most of its trigrams are few and quickly found, whatever is asked for. */
export async function nearTo(
  db: Db,
  { scope }: ScopedActor,
  { q, most, weighed: mostWeighed = MOST_WEIGHED }: Search & { weighed?: number },
): Promise<number[]> {
  const folded = comparedText(q);
  if (folded === undefined) return [];
  return db.transaction().execute(async (trx) => {
    for (const share of SHARES) {
      await askForShare(trx, share);
      const weighed = trx
        .selectFrom('stationWords as words')
        .innerJoin('stations', 'stations.id', 'words.stationId')
        .select(['stations.id', sql<number>`word_similarity(${folded}, words.folded)`.as('share')])
        .where(sql<boolean>`${folded} <% words.folded`)
        .where(scope)
        .limit(mostWeighed)
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

/** Rows of stations in the order of their ids. */
export async function showStations(
  db: Db,
  { actor, favourites }: ScopedActor,
  { q, exact, near }: { q: string; exact: readonly number[]; near: readonly number[] },
): Promise<FoundStation[]> {
  const ids = [...exact, ...near];
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('stations')
    .innerJoin('stationStates as state', 'state.stationId', 'stations.id')
    .leftJoin('organisations', 'organisations.id', 'stations.organisationId')
    .select(['stations.id', 'stations.name', 'stations.town', 'stations.address', 'state.status'])
    .select('organisations.name as organisation')
    .where('stations.id', 'in', ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const isMasked = maskFor(actor).active;
  return ids.flatMap((id, index) => {
    const row = byId.get(id);
    if (!row) return [];
    const isNear = index >= exact.length;
    return {
      ...row,
      address: !isMasked && row.address?.toLowerCase().includes(q.toLowerCase()) ? row.address : null,
      organisation: isMasked ? null : row.organisation,
      favourite: favourites.includes(id),
      near: isNear,
      alike: isNear ? alikeWords(q, [row.name, row.town]) : [],
    };
  });
}
