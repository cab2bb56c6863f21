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
