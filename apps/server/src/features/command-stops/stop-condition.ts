import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** The condition that what is set in a row of `rules` holds for an organisation: it is the platform's, or of a level above it or its own. */
export const holdFor = (organisationId: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(rules.organisation_id IS NULL OR rules.organisation_id = ANY(
    SELECT unnest(string_to_array(trim('/' FROM scope_path), '/')::bigint[]) FROM organisations WHERE id = ${organisationId}))`;

/** Whether requests to devices of an organisation are stopped, by the platform, by it, or by one that manages it: a column of another statement. */
export const isStopped = (organisationId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT 1 FROM command_rules AS rules WHERE rules.stopped_at IS NOT NULL AND ${holdFor(organisationId)})`;

/**
 * Whether something would leave what the platform stopped where it goes from one organisation to another, or to none. Between organisations that one stop
 * holds for, and where everything is stopped, nothing leaves it.
 */
export const leavesStop = (from: RawBuilder<unknown>, to: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT 1 FROM command_rules AS rules WHERE rules.stopped_at IS NOT NULL AND rules.stopped_by_platform
    AND rules.organisation_id IS NOT NULL AND ${holdFor(from)} AND NOT ${holdFor(to)})`;
