import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { InstructionSet, RouteRequest, routes } from '@sunfleet/contract';
import { sql, type SqlBool, type Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { startRun, type RunWindow } from '../runs/index.ts';
import { ofOrganisations } from '../organisations/index.ts';
import type { InstructionsDefinition } from './instructions-script.ts';
import { viewSets, type ViewedSet } from './set-view.ts';
import { targetDevices } from './target-devices.ts';

type Parts = Pick<Platform, 'db' | 'clock'>;
type Body = RouteRequest<(typeof routes)['runInstructionSet']>['body'];

interface SetRun extends Omit<Body, 'dryRun'> {
  setId: number;
  dryRun: boolean;
  /** Of the set as it was when somebody planned it; no other one runs. */
  digest?: string;
  /** By the way of a second person. */
  approved: boolean;
  /** Absent: that of the set. */
  name?: string;
  window?: RunWindow | null;
  /** What the second person saw; nothing else runs. */
  shown?: ShownRun;
}

/** What a run would do as the set and its target are now. */
export interface ShownRun {
  name: string;
  steps: InstructionsDefinition['steps'];
  devices: number;
  /** Of which devices these are, by serial number, as what they are read, and where they are. */
  digest: string;
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/**
 * Starts a set on devices. Throws AppError: instructionSetNotFound, instructionSetChanged, instructionDangerous for a set that takes a second person,
 * deviceNotFound, runWithoutDevices, tooManyAtOnce, proposalChanged.
 */
export const runSet = (
  { db, clock }: Parts,
  context: RequestContext,
  run: SetRun,
): Promise<{ runId: number; devices: number }> =>
  db.transaction().execute((trx) => startSet({ trx, clock }, context, run));

/** The same in the caller's transaction; `context`: by whose right. */
export async function startSet(
  { trx, clock }: Pick<Parts, 'clock'> & { trx: Transaction<Tables> },
  context: Pick<RequestContext, 'actor' | 'address'>,
  run: SetRun,
): Promise<{ runId: number; devices: number }> {
  await holdSet(trx, run.setId);
  const { set, deviceIds } = await checkRun({ db: trx }, context, run);
  const definition = await definitionOf(trx, set, run);
  if (run.shown) await holdDevices(trx, deviceIds);
  if (run.shown && !isDeepStrictEqual(run.shown, await shownOf(trx, { set, definition, deviceIds })))
    throw new AppError('proposalChanged');
  // Of stations around the world each has its window within a day.
  const minutes = run.window ? Math.max(run.minutes, DAY_MINUTES) : run.minutes;
  const runId = await startRun(
    trx,
    { clock },
    {
      actor: context.actor,
      address: context.address,
      kind: 'instructions',
      name: run.name ?? set.name,
      definition,
      deviceIds,
      batchIds: run.target.batchIds,
      concurrency: run.concurrency,
      expiresAt: clock.now() + minutes * MINUTE_MS,
      reason: run.reason,
      dryRun: run.dryRun,
    },
  );
  return { runId, devices: deviceIds.length };
}

/** Throws what `runSet` throws. */
export async function checkRun(
  { db }: Pick<Parts, 'db'>,
  { actor }: Pick<RequestContext, 'actor'>,
  {
    setId,
    target,
    dryRun,
    approved,
    digest,
  }: Pick<SetRun, 'setId' | 'target' | 'dryRun' | 'approved' | 'digest'>,
): Promise<{ set: ViewedSet; deviceIds: number[] }> {
  const where = sql<SqlBool>`instruction_sets.id = ${setId} AND ${ofOrganisations(actor, 'instruction_sets')}`;
  const [set] = await viewSets(db, { where, end: sql`LIMIT 1` });
  if (!set) throw new AppError('instructionSetNotFound', { id: setId });
  if (digest !== undefined && set.digest !== digest) throw new AppError('instructionSetChanged');
  if (set.dangerous && !approved && !dryRun) throw new AppError('instructionDangerous');
  return { set, deviceIds: await targetDevices(db, actor, { target, dangerous: approved }) };
}

/** What `runSet` would do, for who approves it. Throws what `runSet` throws. */
export async function showRun(
  { db }: Pick<Parts, 'db'>,
  context: Pick<RequestContext, 'actor'>,
  run: Pick<SetRun, 'setId' | 'target' | 'dryRun' | 'approved'>,
): Promise<ShownRun> {
  const { set, deviceIds } = await checkRun({ db }, context, run);
  return shownOf(db, { set, definition: await definitionOf(db, set, run), deviceIds });
}

interface Shown {
  set: InstructionSet;
  definition: InstructionsDefinition;
  deviceIds: readonly number[];
}

/** Another device may come into the place of one, and one be read by another family or come to another station. */
async function shownOf(db: Db, { set, definition, deviceIds }: Shown): Promise<ShownRun> {
  const told = await db
    .selectFrom('devices')
    .select(['id', 'sn', 'profileId', 'stationId'])
    .where('id', '=', sql<number>`ANY(${[...deviceIds]}::bigint[])`)
    .orderBy('id')
    .execute();
  const digest = createHash('sha256').update(JSON.stringify(told)).digest('hex');
  return { name: set.name, steps: definition.steps, devices: deviceIds.length, digest };
}

/** Lets nobody change a set and its instructions until the transaction ends: what is judged is what runs. */
async function holdSet(trx: Transaction<Tables>, setId: number): Promise<void> {
  await sql`SELECT 1 FROM instruction_sets WHERE id = ${setId} FOR SHARE`.execute(trx);
  await sql`SELECT 1 FROM instructions WHERE id IN (SELECT instruction_id FROM instruction_set_steps WHERE set_id = ${setId}) FOR SHARE`.execute(
    trx,
  );
}

/** Lets no other device come into the place of one before the run has begun: what comes after that, the run knows. */
async function holdDevices(trx: Transaction<Tables>, ids: readonly number[]): Promise<void> {
  await sql`SELECT 1 FROM devices WHERE id = ANY(${[...ids]}::bigint[]) ORDER BY id FOR SHARE`.execute(trx);
}

/** The set as it is now, for a run that begins with it. */
async function definitionOf(
  db: Db,
  set: InstructionSet,
  { approved, window = null }: Pick<SetRun, 'approved' | 'window'>,
): Promise<InstructionsDefinition> {
  const rows = await db
    .selectFrom('instructionSetSteps as step')
    .innerJoin('instructions as one', 'one.id', 'step.instructionId')
    .select(['one.code', 'one.fn', 'one.address', 'one.count', 'one.data'])
    .select(['step.delaySeconds', 'step.goesOn', 'step.readsBack'])
    .where('step.setId', '=', set.id)
    .orderBy('step.position')
    .execute();
  return { setId: set.id, dangerous: approved, window, steps: rows };
}
