import { sql } from 'kysely';
import { expect } from 'vitest';
import { createJobs, type Jobs } from '../src/platform/jobs/create-jobs.ts';
import type { TestPlatform } from './harness.ts';

/** Does jobs of a test's platform as the server does; kinds nobody handles stay where they are. */
export async function openJobs(platform: TestPlatform, handle: (jobs: Jobs) => void) {
  const jobs = createJobs(platform);
  handle(jobs);
  await jobs.start();
  return jobs;
}

/** Resolves when no job of a kind is under way or due. */
export async function jobsDone(platform: TestPlatform, kind: string): Promise<void> {
  const open = async () => {
    const { rows } = await sql<{ open: number }>`
      SELECT count(*)::int AS open FROM jobs.job
      WHERE name = ${kind} AND (state = 'active' OR (state IN ('created', 'retry') AND start_after <= now()))`.execute(
      platform.db,
    );
    return rows[0]!.open;
  };
  await expect.poll(open, { timeout: 60_000, interval: 20 }).toBe(0);
}
