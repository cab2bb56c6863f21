import { SAVED_LIST_FACTS, STATION_REVENUES, type SavedListName, type SavedView } from '@sunfleet/contract';
import { sql, type Selectable } from 'kysely';
import * as z from 'zod';
import { may, type Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { SavedViewTable } from '../../platform/postgres/tables/saved-views.ts';
import { mayEditView, viewScope } from './view-scope.ts';

type Stored = Pick<Selectable<SavedViewTable>, 'list' | 'columns' | 'filters' | 'sort' | 'direction'>;

/** What of a stored view still means something to its reader, and what does not. */
type Meant = Pick<SavedView, 'columns' | 'filters' | 'sort' | 'order' | 'gone'>;

/** Views that the actor sees, by name; only the one where an id is given, only those of a list where one is. */
export async function readViews(
  db: Db,
  actor: Actor,
  { id, list }: { id?: number; list?: SavedListName | undefined } = {},
): Promise<SavedView[]> {
  if (actor.userId === null) return [];
  const rows = await db
    .selectFrom('savedViews')
    .innerJoin('users as author', 'author.id', 'savedViews.userId')
    .leftJoin('defaultViews as chosen', (join) =>
      join.onRef('chosen.viewId', '=', 'savedViews.id').on('chosen.userId', '=', actor.userId),
    )
    .selectAll('savedViews')
    .select(['author.name as author', 'chosen.viewId as chosenId'])
    .where(viewScope(actor))
    .$if(list !== undefined, (query) => query.where('savedViews.list', '=', list!))
    .$if(id !== undefined, (query) => query.where('savedViews.id', '=', id!))
    .orderBy(sql`lower(saved_views.name COLLATE pg_c_utf8)`)
    .orderBy('savedViews.id')
    .execute();
  const labels = await knownLabels(
    db,
    actor,
    rows.map(({ filters }) => filters),
  );
  return rows.map((row) => ({
    id: row.id,
    list: row.list,
    name: row.name,
    ...meantBy(row, { maySeeMoney: may(actor, 'tariffs.view'), labels }),
    shared: row.organisationId !== null,
    author: row.userId === actor.userId ? null : row.author,
    editable: mayEditView(actor, row),
    isDefault: row.chosenId !== null,
  }));
}

interface Reader {
  maySeeMoney: boolean;
  /** Ids of labels that there are. */
  labels: ReadonlySet<string>;
}

/** Leaves out what the list no longer has, or has not for this reader. */
export function meantBy(stored: Stored, { maySeeMoney, labels }: Reader): Meant {
  const isMoney = (key: string) => key === 'currency' || STATION_REVENUES.some((figure) => figure === key);
  const isSeen = (key: string) => maySeeMoney || !isMoney(key);
  const facts = SAVED_LIST_FACTS[stored.list];
  const columns = [...new Set(stored.columns)].filter((key) => facts.columns.includes(key) && isSeen(key));
  const kept = Object.entries(stored.filters).flatMap(([key, value]): [string, string][] => {
    if (!isSeen(key) || !isFilter(facts.filter, key, value)) return [];
    if (key !== 'label') return [[key, value]];
    const known = value.split(',').filter((label) => labels.has(label));
    return known.length === 0 ? [] : [[key, known.join(',')]];
  });
  const filters = Object.fromEntries(kept);
  const found = facts.sorts.find((sort) => sort === stored.sort && isSeen(sort));
  const sort = found !== undefined && !facts.lacksCurrency(filters, found) ? found : facts.sort;
  const gone = [
    ...stored.columns.filter((key) => !columns.includes(key)),
    ...Object.keys(stored.filters).filter((key) => filters[key] !== stored.filters[key]),
    ...(sort === stored.sort ? [] : [stored.sort]),
  ];
  return { columns, filters, sort, order: stored.direction, gone: [...new Set(gone)] };
}

/** By the schema of the filter alone: one of all filters made for each would keep the process busy for seconds where many views are shared. */
function isFilter(
  { shape }: (typeof SAVED_LIST_FACTS)[SavedListName]['filter'],
  key: string,
  value: string,
): boolean {
  return Object.hasOwn(shape, key) && z.safeParse(shape[key]!, value).success;
}

/** Those of labels that are the organisation's of the actor: views tell of no others whether there are such. */
async function knownLabels(
  db: Db,
  { organisationId }: Pick<Actor, 'organisationId'>,
  all: readonly Readonly<Record<string, string>>[],
): Promise<ReadonlySet<string>> {
  const named = all
    .flatMap(({ label }) => label?.split(',') ?? [])
    .filter((id) => /^[1-9]\d{0,14}$/.test(id));
  if (named.length === 0 || organisationId === null) return new Set();
  const rows = await db
    .selectFrom('labels')
    .select('id')
    .where('organisationId', '=', organisationId)
    .where('id', '=', sql<number>`ANY(${named}::bigint[])`)
    .execute();
  return new Set(rows.map(({ id }) => String(id)));
}
