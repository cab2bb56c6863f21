import { sql } from 'kysely';
import { createBurst } from '../../platform/burst.ts';
import type { DeviceDirectory } from '../../platform/ingest.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';

/** Connections that come or go within this time are noted together. */
const GATHER_MS = 20;
/** Devices of one statement. */
const TOGETHER = 1000;

/** Which connection of a device is its newest one, where several servers have gateways. */
export type SessionEpochs = Pick<DeviceDirectory, 'came' | 'left'> & { stop(): Promise<void> };

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** A server that is alone knows its connections by itself. */
export function createSessionEpochs({
  db,
  log,
  shares,
}: Pick<Platform, 'db' | 'log'> & { shares: boolean }): SessionEpochs {
  if (!shares) return { came: () => 0, left: () => true, stop: () => Promise.resolve() };
  const begun = createGathered(noteBegun, { db, log });
  const ended = createGathered(noteEnded, { db, log });
  return {
    came: (deviceId) => begun.take(deviceId),
    left: (deviceId, epoch) => ended.take({ deviceId, epoch }),
    async stop() {
      await Promise.all([begun.flush(), ended.flush()]);
    },
  };
}

type Work<Item, Result> = (db: Db, items: readonly Item[]) => Promise<(item: Item) => Result>;

/** Takes what comes together to the database. */
function createGathered<Item, Result>(work: Work<Item, Result>, { db, log }: Pick<Platform, 'db' | 'log'>) {
  const note = async (some: readonly Waiting<Item, Result>[]) => {
    try {
      const resultOf = await work(
        db,
        some.map(({ item }) => item),
      );
      for (const { item, resolve } of some) resolve(resultOf(item));
    } catch (error) {
      for (const { reject } of some) reject(error);
    }
  };
  const burst = createBurst<Waiting<Item, Result>>(
    GATHER_MS,
    async (waiting) => {
      for (let from = 0; from < waiting.length; from += TOGETHER)
        await note(waiting.slice(from, from + TOGETHER));
    },
    (error) => log.error({ err: error }, 'connections of devices not noted'),
  );
  return {
    take(item: Item): Promise<Result> {
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      burst.add({ item, resolve, reject });
      return promise;
    },
    flush: burst.flush,
  };
}

/** Epochs of new connections. Rows are locked in one order, so that servers never wait for each other in a circle. */
async function noteBegun(db: Db, deviceIds: readonly number[]): Promise<(deviceId: number) => number> {
  const { rows } = await sql<{ deviceId: number; epoch: number }>`
    INSERT INTO device_sessions (device_id, epoch, open)
    SELECT id, 1, true FROM devices WHERE id = ANY(${[...new Set(deviceIds)]}) ORDER BY id
    ON CONFLICT (device_id) DO UPDATE SET epoch = device_sessions.epoch + 1, open = true
    RETURNING device_id, epoch`.execute(db);
  const epochs = new Map(rows.map(({ deviceId, epoch }) => [deviceId, epoch]));
  return (deviceId) => epochs.get(deviceId) ?? 0;
}

interface Ended {
  deviceId: number;
  epoch: number;
}

/** Which of these connections were the newest ones of their devices. */
async function noteEnded(db: Db, ended: readonly Ended[]): Promise<(one: Ended) => boolean> {
  const ids = ended.map(({ deviceId }) => deviceId);
  const epochs = ended.map(({ epoch }) => epoch);
  const { rows } = await sql<{ deviceId: number; epoch: number }>`
    WITH ended AS (
      SELECT s.device_id FROM device_sessions s
        JOIN unnest(${ids}::bigint[], ${epochs}::bigint[]) AS e (device_id, epoch)
          ON e.device_id = s.device_id AND e.epoch = s.epoch
       ORDER BY s.device_id FOR UPDATE OF s)
    UPDATE device_sessions SET open = false FROM ended WHERE ended.device_id = device_sessions.device_id
    RETURNING device_sessions.device_id, device_sessions.epoch`.execute(db);
  const newest = new Map(rows.map(({ deviceId, epoch }) => [deviceId, epoch]));
  return ({ deviceId, epoch }) => newest.get(deviceId) === epoch;
}
