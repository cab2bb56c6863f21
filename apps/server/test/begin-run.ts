import { startRun } from '../src/features/runs/index.ts';
import type { Platform } from '../src/platform/platform.ts';

type NewRun = Parameters<typeof startRun>[2];

/** Starts a run that changes nothing, in a transaction of its own; answers its id. */
export const beginRun = (
  platform: Pick<Platform, 'db' | 'clock'>,
  run: Pick<NewRun, 'actor' | 'deviceIds'> & Partial<NewRun>,
): Promise<number> =>
  platform.db.transaction().execute((trx) =>
    startRun(trx, platform, {
      address: null,
      kind: 'parameters',
      name: 'Test',
      definition: {},
      concurrency: 8,
      expiresAt: null,
      ...run,
    }),
  );
