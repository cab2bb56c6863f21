import type { Found } from '@sunfleet/contract';
import { may, type Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { contains } from '../../platform/postgres/list-query.ts';
import { pageMembers } from '../members/index.ts';
import { organisationScope } from '../organisations/index.ts';
import type { Search } from './search.ts';

/** Members in scope, by name, e-mail, phone or user name. */
export async function findPeople(db: Db, actor: Actor, { q, most }: Search): Promise<Found['people']> {
  if (!may(actor, 'members.view')) return [];
  const { rows } = await pageMembers({ db }, actor, { q, below: true, page: 1, pageSize: most });
  return rows.map(({ id, name, email, mobile, organisation }) => ({
    id,
    name,
    contact: email ?? mobile,
    organisation: organisation?.name ?? null,
  }));
}

/** Organisations that the actor manages, by name or code. */
export async function findOrganisations(
  db: Db,
  actor: Actor,
  { q, most }: Search,
): Promise<Found['organisations']> {
  if (!may(actor, 'organisations.view')) return [];
  return db
    .selectFrom('organisations')
    .select(['id', 'name', 'code'])
    .where(organisationScope(actor))
    .where((eb) => eb.or([contains('organisations.name', q), contains('organisations.code', q)]))
    .orderBy('name')
    .orderBy('id')
    .limit(most)
    .execute();
}

/** Labels of the actor's organisation. */
export async function findLabels(db: Db, actor: Actor, { q, most }: Search): Promise<Found['labels']> {
  if (!may(actor, 'labels.view') || actor.organisationId === null) return [];
  return db
    .selectFrom('labels')
    .select(['id', 'name', 'color'])
    .where('organisationId', '=', actor.organisationId)
    .where(contains('labels.name', q))
    .orderBy('name')
    .limit(most)
    .execute();
}
