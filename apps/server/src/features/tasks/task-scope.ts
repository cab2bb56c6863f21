import type { RawBuilder, SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { ofOrganisations } from '../organisations/index.ts';

/** Condition on `tasks`: those of organisations in the actor's scope. */
export const taskScope = (actor: Actor): RawBuilder<SqlBool> => ofOrganisations(actor, 'tasks');
