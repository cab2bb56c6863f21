import type { TestPlatform } from './harness.ts';

/** Messages to an address, oldest first. */
export function lettersTo({ db }: TestPlatform, to: string) {
  return db
    .selectFrom('outbox')
    .select(['template', 'subject', 'body'])
    .where('recipient', '=', to)
    .orderBy('id')
    .execute();
}

export function organisationOf({ db }: TestPlatform, id: number | null) {
  return db
    .selectFrom('organisations')
    .select(['id', 'code', 'name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}
