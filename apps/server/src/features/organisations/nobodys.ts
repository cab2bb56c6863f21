import { sql, type RawBuilder } from 'kysely';
import { doesMore } from './one-persons.ts';

/** Condition on `organisations`: nobody has an account in it, or in one above that manages it as its own, but to look at what it has. */
export const isNobodys = (): RawBuilder<boolean> => sql<boolean>`NOT EXISTS (
  SELECT FROM users AS keeper JOIN organisations AS home ON home.id = keeper.organisation_id
   WHERE starts_with(organisations.scope_path, home.scope_path) AND ${doesMore('keeper')})`;
