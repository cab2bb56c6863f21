import { randomBytes } from 'node:crypto';
import type { TestPlatform } from '../harness.ts';

/** A run without devices, which is over at the next look. */
export async function mintRun(
  { db, clock }: TestPlatform,
  { text, ...of }: { userId: number; organisationId: number; text: string },
): Promise<number> {
  const { id } = await db
    .insertInto('runs')
    .values({
      ...of,
      kind: 'parameters',
      name: `Run ${text}`,
      definition: '{}',
      concurrency: 1,
      createdAt: new Date(clock.now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const unique = () => randomBytes(6).toString('hex');

/** An instruction that no set names, a set of another one, and a task with it. */
export async function mintInstructions({ db, clock }: TestPlatform, organisationId: number) {
  const make = async () => {
    const values = { code: unique(), name: 'Reserve', fn: 3, address: 117, count: 1, data: '' } as const;
    const row = { ...values, organisationId, dangerous: false, description: '' };
    return db.insertInto('instructions').values(row).returning('id').executeTakeFirstOrThrow();
  };
  const [free, named] = [await make(), await make()];
  const set = await db
    .insertInto('instructionSets')
    .values({ organisationId, code: unique(), name: 'Set', description: '' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const step = { setId: set.id, position: 0, instructionId: named.id };
  await db
    .insertInto('instructionSetSteps')
    .values({ ...step, delaySeconds: 0, goesOn: false, readsBack: true })
    .execute();
  const task = await db
    .insertInto('tasks')
    .values({
      organisationId,
      userId: null,
      name: `Task ${unique()}`,
      instructionSetId: set.id,
      target: JSON.stringify({ deviceIds: [], stationIds: [], labelIds: [], batchIds: [] }),
      schedule: JSON.stringify({ kind: 'daily', time: '03:00' }),
      timeZone: 'UTC',
      beginWindow: null,
      missed: 'skip',
      concurrency: 1,
      minutes: 60,
      reason: '',
      nextAt: new Date(clock.now() + 86_400_000),
      createdAt: new Date(clock.now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { instruction: free.id, instructionSet: set.id, task: task.id };
}
