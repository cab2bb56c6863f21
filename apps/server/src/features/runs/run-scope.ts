import { LIMITS, RUN_KINDS, type Permission, type RunKind } from '@sunfleet/contract';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { may, type Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { ofOrganisations } from '../organisations/index.ts';
import { reachesAllDevices } from '../scope/index.ts';

/**
 * Condition on `runs`: the actor's own while it works there, and those of its organisations for who looks after these. Who reaches only some devices looks after runs on
 * these alone.
 */
export const runScope = (actor: Actor): RawBuilder<SqlBool> => runsOf(actor, 'parameters.read');

const runsOf = (actor: Actor, permission: Permission): RawBuilder<SqlBool> =>
  may(actor, 'parameters.dangerous')
    ? sql<SqlBool>`(${own(actor)} OR (${ofOrganisations(actor, 'runs')} AND ${reachesAllDevices(actor, permission, DEVICES)}))`
    : own(actor);

/** What somebody began for an organisation is that one's to go on with when they have left. A run of an account that is gone is nobody's own. */
const own = (actor: Actor): RawBuilder<SqlBool> =>
  sql<SqlBool>`(coalesce(runs.user_id = ${actor.userId}, false) AND (runs.organisation_id IS NULL OR ${ofOrganisations(actor, 'runs')}))`;

const DEVICES = sql`SELECT device_id FROM run_devices WHERE run_id = runs.id`;

/** Column on `runs`: whether the actor may stop it and try again. A run of an upgrade goes with its upgrade. */
export const mayDirect = (actor: Actor): RawBuilder<boolean> =>
  may(actor, 'parameters.write')
    ? sql<boolean>`(runs.kind <> 'firmware' AND ${runsOf(actor, 'parameters.write')})`
    : sql<boolean>`false`;

/** What somebody needs who begins such a run, besides the right to write parameters. */
const BEGUN_BY: Partial<Record<RunKind, Permission>> = {
  instructions: 'operations.run',
  move: 'devices.delete',
  unbind: 'devices.delete',
  label: 'labels.create',
  product: 'devices.edit',
};

/**
 * Column on `runs`: the actor began it, or could on each of its devices. Whoever lets it go on or tries it again has it done by the right of who
 * began it.
 */
export const mayBegin = (actor: Actor): RawBuilder<boolean> => {
  const could = [...Map.groupBy(RUN_KINDS, (kind) => BEGUN_BY[kind] ?? 'parameters.write')]
    .filter(([permission]) => may(actor, permission))
    .map(
      ([permission, kinds]) =>
        sql`(runs.kind = ANY(${kinds}::text[]) AND ${reachesAllDevices(actor, permission, DEVICES)})`,
    );
  const isTheirs = sql`runs.user_id IS NOT DISTINCT FROM ${actor.userId}::bigint`;
  return sql<boolean>`(${sql.join([isTheirs, ...could], sql` OR `)})`;
};

/** Column on `runs`: it began so long before `now` that it is not what a second person approved any more. */
export const isTooOld = (now: number): RawBuilder<boolean> => sql<boolean>`(
  coalesce((runs.definition ->> 'dangerous')::boolean, false) AND runs.created_at < ${new Date(now - LIMITS.approvedRunMs)})`;

/** Condition on devices of a run that did not end well, whyever. */
export const ENDED_BADLY = sql<SqlBool>`run_devices.state IN ('failed', 'unknown', 'expired', 'cancelled')`;

/** Throws AppError `runNotFound` for a run that is not there or not the actor's to see. */
export async function requireRun(db: Db, actor: Actor, id: number): Promise<void> {
  const { rows } = await sql`SELECT 1 FROM runs WHERE id = ${id} AND ${runScope(actor)}`.execute(db);
  if (rows.length === 0) throw new AppError('runNotFound', { id });
}
