import { LIMITS, type InstructionSet, type RouteRequest, type routes } from '@sunfleet/contract';
import { sql, type SqlBool, type Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { brokenRule } from '../../platform/broken-rule.ts';
import { AppError } from '../../platform/errors.ts';
import { homeOf } from '../../platform/home-of.ts';
import { requireOrganisationRoom } from '../../platform/organisation-room.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { ofOrganisations } from '../organisations/index.ts';
import { viewSets } from './set-view.ts';

type Parts = Pick<Platform, 'db' | 'text'>;
type Input = RouteRequest<(typeof routes)['createInstructionSet']>['body'];

/** Throws AppError: noDataPermission, instructionCodeTaken, instructionNotFound, invalidInput, tooManyOfOrganisation. */
export async function createSet(
  platform: Parts,
  context: RequestContext,
  input: Input,
): Promise<InstructionSet> {
  const organisationId = homeOf(context.actor);
  return platform.db.transaction().execute(async (trx) => {
    const most = LIMITS.instructionSetsOfOrganisation;
    await requireOrganisationRoom(trx, { table: 'instruction_sets', organisationId, most });
    await requireSteps(trx, platform, { context, input, organisationId, path: 'body' });
    const made = await trx
      .insertInto('instructionSets')
      .values({ ...textsOf(input), organisationId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) throw new AppError('instructionCodeTaken', { code: input.code });
    await writeSteps(trx, made.id, input);
    const seen = await viewOne(trx, made.id);
    await writeAudit(trx, context, {
      action: 'instructionSets.create',
      objectType: 'instructionSet',
      objectId: made.id,
      after: factsOf(seen),
    });
    return seen;
  });
}

/** Throws AppError: instructionSetNotFound, instructionChanged, instructionCodeTaken, instructionNotFound, invalidInput. */
export async function updateSet(
  platform: Parts,
  context: RequestContext,
  { id, set: input, revision }: { id: number; set: Input; revision: number },
): Promise<InstructionSet> {
  return platform.db.transaction().execute(async (trx) => {
    const row = await holdSet(trx, context, id);
    if (row.revision !== revision) throw new AppError('instructionChanged');
    const { organisationId } = row;
    await requireSteps(trx, platform, { context, input, organisationId, path: 'body.set' });
    const before = await viewOne(trx, id);
    const values = textsOf(input);
    const taken = await trx
      .selectFrom('instructionSets')
      .select('id')
      .where('organisationId', '=', organisationId)
      .where('code', '=', values.code)
      .where('id', '!=', id)
      .executeTakeFirst();
    if (taken) throw new AppError('instructionCodeTaken', { code: values.code });
    await trx
      .updateTable('instructionSets')
      .set({ ...values, revision: revision + 1 })
      .where('id', '=', id)
      .execute();
    await trx.deleteFrom('instructionSetSteps').where('setId', '=', id).execute();
    await writeSteps(trx, id, input);
    const after = await viewOne(trx, id);
    await writeAudit(trx, context, {
      action: 'instructionSets.edit',
      objectType: 'instructionSet',
      objectId: id,
      before: factsOf(before),
      after: factsOf(after),
    });
    return after;
  });
}

/** Throws AppError `instructionSetNotFound`. */
export async function deleteSet(
  { db }: Pick<Parts, 'db'>,
  context: RequestContext,
  id: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await holdSet(trx, context, id);
    const before = factsOf(await viewOne(trx, id));
    await trx.deleteFrom('instructionSets').where('id', '=', id).execute();
    await writeAudit(trx, context, {
      action: 'instructionSets.delete',
      objectType: 'instructionSet',
      objectId: id,
      before,
    });
  });
}

const textsOf = ({ code, name, description }: Input) => ({
  code: code.trim(),
  name: name.trim(),
  description,
});

const factsOf = ({ code, name, steps }: InstructionSet) => ({
  code,
  name,
  steps: steps.map((step) => step.name).join(', '),
});

async function writeSteps(trx: Transaction<Tables>, setId: number, { steps }: Input): Promise<void> {
  const rows = steps.map((step, position) => ({ ...step, setId, position }));
  await trx.insertInto('instructionSetSteps').values(rows).execute();
}

interface Asked {
  context: RequestContext;
  input: Input;
  organisationId: number;
  path: string;
}

/** Steps name instructions of the same organisation, and no register is written twice. */
async function requireSteps(
  trx: Transaction<Tables>,
  { text }: Pick<Parts, 'text'>,
  { context, input, organisationId, path }: Asked,
): Promise<void> {
  const ids = [...new Set(input.steps.map(({ instructionId }) => instructionId))];
  const rows = await trx
    .selectFrom('instructions')
    .select(['id', 'address', 'count', 'data'])
    .where('id', 'in', ids)
    .where('organisationId', '=', organisationId)
    .forKeyShare()
    .execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  const written = new Set<number>();
  for (const [at, { instructionId }] of input.steps.entries()) {
    const one = known.get(instructionId);
    if (!one) throw new AppError('instructionNotFound', { id: instructionId });
    if (one.data === '') continue;
    for (let address = one.address; address < one.address + one.count; address += 1) {
      if (written.has(address))
        throw brokenRule(
          { language: context.language, text },
          `${path}.steps.${at}.instructionId`,
          'instructionAddressTwice',
        );
      written.add(address);
    }
  }
}

async function viewOne(trx: Transaction<Tables>, id: number): Promise<InstructionSet> {
  const where = sql<SqlBool>`instruction_sets.id = ${id}`;
  const [seen] = await viewSets(trx, { where, end: sql`LIMIT 1` });
  return seen!;
}

async function holdSet(trx: Transaction<Tables>, { actor }: RequestContext, id: number) {
  const row = await trx
    .selectFrom('instructionSets')
    .selectAll()
    .where('id', '=', id)
    .where(ofOrganisations(actor, 'instruction_sets'))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('instructionSetNotFound', { id });
  return row;
}
