import {
  LIMITS,
  writesRegisters,
  type Instruction,
  type RouteRequest,
  type routes,
} from '@sunfleet/contract';
import { sql, type SqlBool, type Transaction } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { homeOf } from '../../platform/home-of.ts';
import { requireOrganisationRoom } from '../../platform/organisation-room.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { ofOrganisations } from '../organisations/index.ts';
import { viewInstructions } from './instruction-view.ts';

type Parts = Pick<Platform, 'db'>;
type Input = RouteRequest<(typeof routes)['createInstruction']>['body'];

/** What is kept of it: a write has as many registers as its data, and a read is never dangerous. */
function valuesOf({ code, name, count, ...input }: Input) {
  const writes = writesRegisters(input.fn);
  return {
    ...input,
    code: code.trim(),
    name: name.trim(),
    count: writes ? input.data.length / 4 : count,
    dangerous: writes && input.dangerous,
  };
}

/** Throws AppError: noDataPermission, instructionCodeTaken, tooManyOfOrganisation. */
export async function createInstruction(
  { db }: Parts,
  context: RequestContext,
  input: Input,
): Promise<Instruction> {
  const organisationId = homeOf(context.actor);
  return db.transaction().execute(async (trx) => {
    const most = LIMITS.instructionsOfOrganisation;
    await requireOrganisationRoom(trx, { table: 'instructions', organisationId, most });
    const made = await trx
      .insertInto('instructions')
      .values({ ...valuesOf(input), organisationId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!made) throw new AppError('instructionCodeTaken', { code: input.code });
    const seen = await viewOne(trx, made.id);
    await writeAudit(trx, context, {
      action: 'instructions.create',
      objectType: 'instruction',
      objectId: made.id,
      after: factsOf(seen),
    });
    return seen;
  });
}

/** Throws AppError: instructionNotFound, instructionChanged, instructionCodeTaken. */
export async function updateInstruction(
  { db }: Parts,
  context: RequestContext,
  { id, instruction: input, revision }: { id: number; instruction: Input; revision: number },
): Promise<Instruction> {
  return db.transaction().execute(async (trx) => {
    const before = await holdInstruction(trx, context, id);
    if (before.revision !== revision) throw new AppError('instructionChanged');
    const values = valuesOf(input);
    const taken = await trx
      .selectFrom('instructions')
      .select('id')
      .where('organisationId', '=', before.organisationId)
      .where('code', '=', values.code)
      .where('id', '!=', id)
      .executeTakeFirst();
    if (taken) throw new AppError('instructionCodeTaken', { code: values.code });
    await trx
      .updateTable('instructions')
      .set({ ...values, revision: revision + 1 })
      .where('id', '=', id)
      .execute();
    const after = await viewOne(trx, id);
    await writeAudit(trx, context, {
      action: 'instructions.edit',
      objectType: 'instruction',
      objectId: id,
      before: factsOf(before),
      after: factsOf(after),
    });
    return after;
  });
}

/** Throws AppError: instructionNotFound, instructionInUse with the names of sets. */
export async function deleteInstruction({ db }: Parts, context: RequestContext, id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const before = await holdInstruction(trx, context, id);
    const { rows } = await sql<{ name: string }>`
      SELECT DISTINCT named.name FROM instruction_set_steps step JOIN instruction_sets named ON named.id = step.set_id
       WHERE step.instruction_id = ${id} ORDER BY 1 LIMIT 5`.execute(trx);
    if (rows.length > 0)
      throw new AppError('instructionInUse', { sets: rows.map(({ name }) => name).join(', ') });
    await trx.deleteFrom('instructions').where('id', '=', id).execute();
    await writeAudit(trx, context, {
      action: 'instructions.delete',
      objectType: 'instruction',
      objectId: id,
      before: factsOf(before),
    });
  });
}

const factsOf = ({
  code,
  name,
  fn,
  address,
  count,
  data,
  dangerous,
}: Omit<Instruction, 'frame' | 'sets' | 'id' | 'revision' | 'description'>) => ({
  code,
  name,
  fn,
  address,
  count,
  data,
  dangerous,
});

async function viewOne(trx: Transaction<Tables>, id: number): Promise<Instruction> {
  const [seen] = await viewInstructions(trx, { where: sql<SqlBool>`id = ${id}`, end: sql`LIMIT 1` });
  return seen!;
}

/** An instruction that the actor may change, held until the transaction ends. */
async function holdInstruction(trx: Transaction<Tables>, { actor }: RequestContext, id: number) {
  const row = await trx
    .selectFrom('instructions')
    .selectAll()
    .where('id', '=', id)
    .where(ofOrganisations(actor, 'instructions'))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new AppError('instructionNotFound', { id });
  return row;
}
