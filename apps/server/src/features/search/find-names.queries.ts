import type { Found } from '@sunfleet/contract';
import { may, type Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { contains, onPage } from '../../platform/postgres/list-query.ts';
import { pageMembers } from '../members/index.ts';
import { organisationScope } from '../organisations/index.ts';
import type { Search } from './search.ts';

/** Members in scope, by name, e-mail, phone or user name. */
export async function findPeople(db: Db, actor: Actor, search: Search): Promise<Found['people']> {
  const { rows } = await pagePeople(db, actor, search);
  return rows;
}

/** The same with how many there are. */
export async function pagePeople(
  db: Db,
  actor: Actor,
  { q, most, page = 1 }: Search,
): Promise<{ total: number; rows: Found['people'] }> {
  if (!may(actor, 'members.view')) return { total: 0, rows: [] };
  const { rows, total } = await pageMembers({ db }, actor, { q, below: true, page, pageSize: most });
  const people = rows.map(({ id, name, email, mobile, organisation }) => ({
    id,
    name,
    contact: email ?? mobile,
    organisation: organisation?.name ?? null,
  }));
  return { total, rows: people };
}

/** Organisations that the actor manages, by name or code. */
export async function findOrganisations(
  db: Db,
  actor: Actor,
  { q, most, page = 1 }: Search,
): Promise<Found['organisations']> {
  if (!may(actor, 'organisations.view')) return [];
  return organisationsFound(db, actor, q)
    .select(['id', 'name', 'code'])
    .orderBy('name')
    .orderBy('id')
    .$call(onPage({ page, pageSize: most }))
    .execute();
}

export async function countOrganisations(db: Db, actor: Actor, q: string): Promise<number> {
  if (!may(actor, 'organisations.view')) return 0;
  const { total } = await organisationsFound(db, actor, q)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

const organisationsFound = (db: Db, actor: Actor, q: string) =>
  db
    .selectFrom('organisations')
    .where(organisationScope(actor))
    .where((eb) => eb.or([contains('organisations.name', q), contains('organisations.code', q)]));

/** Labels of the actor's organisation. */
export async function findLabels(
  db: Db,
  actor: Actor,
  { q, most, page = 1 }: Search,
): Promise<Found['labels']> {
  const { organisationId } = actor;
  if (!may(actor, 'labels.view') || organisationId === null) return [];
  return labelsFound(db, organisationId, q)
    .select(['id', 'name', 'color'])
    .orderBy('name')
    .orderBy('id')
    .$call(onPage({ page, pageSize: most }))
    .execute();
}

export async function countLabels(db: Db, actor: Actor, q: string): Promise<number> {
  const { organisationId } = actor;
  if (!may(actor, 'labels.view') || organisationId === null) return 0;
  const { total } = await labelsFound(db, organisationId, q)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

const labelsFound = (db: Db, organisationId: number, q: string) =>
  db.selectFrom('labels').where('organisationId', '=', organisationId).where(contains('labels.name', q));
