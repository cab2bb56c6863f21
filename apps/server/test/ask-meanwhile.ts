import { vi } from 'vitest';
import type { TestPlatform } from './harness.ts';
import { waitingForLocks } from './waiting-for-locks.ts';

/** Asks for something while somebody else holds what it waits for (`hold`), who does something else as well (`end`) before they are done. */
export async function askMeanwhile<T>(
  platform: TestPlatform,
  ask: () => Promise<T>,
  { hold, end }: { hold: string; end: string },
): Promise<T> {
  const gate = await platform.pool.connect();
  await gate.query('BEGIN');
  await gate.query(hold);
  const asked = ask();
  let answered = false;
  void asked.then(() => (answered = true));
  await vi.waitUntil(async () => answered || (await waitingForLocks(platform)) === 1);
  await gate.query(end);
  await gate.query('COMMIT');
  gate.release();
  return asked;
}

/** Holds an organisation, as whoever changes its members does. */
export const holdOrganisation = (id: number): string =>
  `SELECT FROM organisations WHERE id = ${id} FOR NO KEY UPDATE`;
