import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { organisationScope } from '../organisations/index.ts';

/** Condition on `tasks`: those of organisations in the actor's scope. */
export const taskScope = (actor: Actor): RawBuilder<SqlBool> =>
  sql<SqlBool>`EXISTS (SELECT 1 FROM organisations WHERE organisations.id = tasks.organisation_id AND ${organisationScope(actor)()})`;
