import { startUpgrade } from '../src/features/firmware/upgrades/start-upgrade.ts';
import type { RequestContext } from '../src/platform/actor.ts';
import type { Platform } from '../src/platform/platform.ts';

type NewUpgrade = Parameters<typeof startUpgrade>[2];

/** Begins an upgrade of devices that are named, in a transaction of its own; answers its id. */
export const beginUpgrade = (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  context: RequestContext,
  upgrade: Pick<NewUpgrade, 'firmwareId' | 'sns'> & Partial<NewUpgrade>,
): Promise<{ id: number }> =>
  db.transaction().execute((trx) =>
    startUpgrade({ trx, clock }, context, {
      stationIds: [],
      labelIds: [],
      batchIds: [],
      window: null,
      mostFailed: 5,
      ...upgrade,
    }),
  );
