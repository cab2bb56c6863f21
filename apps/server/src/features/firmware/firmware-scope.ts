import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { may, type Actor } from '../../platform/actor.ts';
import { worksForAll } from '../organisations/index.ts';

/**
 * Condition on `firmware`: what is authorised for an organisation, given by its id. An authorisation holds for the organisation that it names and for
 * the tight ones below it.
 */
export const authorisedFor = (organisationId: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(firmware.everybody OR EXISTS (
    SELECT 1 FROM firmware_organisations allowed
      JOIN organisations above ON above.id = allowed.organisation_id
      JOIN organisations own ON own.id = ${organisationId}
     WHERE allowed.firmware_id = firmware.id AND starts_with(own.scope_path, above.scope_path)))`;

/** Whether an actor manages the library, which is everybody's: not who reaches a part of an organisation alone. */
export const managesLibrary = (actor: Actor): boolean => may(actor, 'firmware.manage') && worksForAll(actor);

/** Condition on `firmware`: what an actor finds. Who manages the library finds all of it. */
export const firmwareScope = (actor: Actor): RawBuilder<SqlBool> =>
  managesLibrary(actor)
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(firmware.state = 'released' AND ${authorisedFor(sql`${actor.organisationId}::bigint`)})`;
