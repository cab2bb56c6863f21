import { VIEWER_ROLE } from '@sunfleet/contract';
import { sql, type RawBuilder } from 'kysely';

/** Condition on `users` under a name: somebody is in the organisation for more than to look at what it has. */
export const doesMore = (users: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${users}.role`)} <> ${VIEWER_ROLE} OR ${sql.ref(`${users}.role_id`)} IS NOT NULL)`;

/**
 * Condition on `organisations`, or on them under another name: all that is in it belongs to one person. The type alone does not say so: whoever founds a business
 * chooses it, and a business of the type personal has employees and customers as any other one.
 */
export const isOnePersons = (organisations = 'organisations'): RawBuilder<boolean> => sql<boolean>`(
  ${sql.ref(`${organisations}.type`)} = 'personal' AND (
    SELECT count(*) FROM users AS holder
     WHERE holder.organisation_id = ${sql.ref(`${organisations}.id`)} AND ${doesMore('holder')}) <= 1)`;

/** Condition on `organisations`: one is all of this person, who is in it. */
export const isOwnOf = (
  userId: number | null,
): RawBuilder<boolean> => sql<boolean>`(${isOnePersons()} AND EXISTS (
  SELECT FROM users AS own WHERE own.id = ${userId} AND own.organisation_id = organisations.id AND ${doesMore('own')}))`;

/** Condition on `organisations`: it could be all of this person, who may not be in it yet: nobody else is there for more than to look, and the person does not only look. */
export const couldBeOwnOf = (userId: number | null): RawBuilder<boolean> => sql<boolean>`(
  organisations.type = 'personal' AND NOT EXISTS (
    SELECT FROM users AS someone WHERE someone.organisation_id = organisations.id
       AND ${doesMore('someone')} = (someone.id IS DISTINCT FROM ${userId})))`;
