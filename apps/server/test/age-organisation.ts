import { LIMITS } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { TestPlatform } from './harness.ts';

/** Has an organisation be there for longer than new ones are. */
export async function ageOrganisation({ db, clock }: TestPlatform, id: number): Promise<void> {
  const createdAt = new Date(clock.now() - (LIMITS.newcomerDays + 1) * 86_400_000);
  await sql`UPDATE organisations SET created_at = ${createdAt} WHERE id = ${id}`.execute(db);
}
