import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { DirectoryEntries, DirectoryEntry } from './directory-entries.ts';
import { insertNewcomers, readEntries, type Newcomer } from './directory.queries.ts';

/** Parameters of one statement are limited. */
const MOST_AT_ONCE = 1000;

type Parts = Pick<Platform, 'db' | 'bus' | 'clock'>;

/** Registers devices nobody knew. Those that come at the same time share one statement. */
export function createRegistrar(parts: Parts, entries: DirectoryEntries) {
  const pending = new Map<string, Promise<DirectoryEntry>>();
  let batch: { newcomers: Newcomer[]; done: Promise<void> } | undefined;

  async function run(newcomers: readonly Newcomer[]): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    batch = undefined;
    for (let start = 0; start < newcomers.length; start += MOST_AT_ONCE) {
      await registerAll(parts, entries, newcomers.slice(start, start + MOST_AT_ONCE));
    }
  }

  async function enter(newcomer: Newcomer): Promise<DirectoryEntry> {
    if (batch) batch.newcomers.push(newcomer);
    else {
      const newcomers = [newcomer];
      batch = { newcomers, done: run(newcomers) };
    }
    await batch.done;
    const entry = entries.bySn(newcomer.sn);
    if (!entry) throw new AppError('deviceNotFound');
    return entry;
  }

  return {
    /** Resolves to the device of the SN, made now or by somebody else meanwhile. */
    register(newcomer: Newcomer): Promise<DirectoryEntry> {
      const running = pending.get(newcomer.sn);
      if (running) return running;
      const promise = enter(newcomer).finally(() => pending.delete(newcomer.sn));
      pending.set(newcomer.sn, promise);
      return promise;
    },
  };
}

/** Makes the devices, takes them into the directory and tells everybody. */
async function registerAll(
  { db, bus, clock }: Parts,
  entries: DirectoryEntries,
  newcomers: readonly Newcomer[],
): Promise<void> {
  const ids = await insertNewcomers(db, newcomers, new Date(clock.now()));
  for (const entry of await readEntries(db, { sns: newcomers.map(({ sn }) => sn) })) entries.put(entry);
  for (const deviceId of ids) bus.publish('deviceChanged', { deviceId });
  const stations = new Set(ids.map((id) => entries.byId(id)?.device.stationId ?? null));
  for (const stationId of stations) if (stationId !== null) bus.publish('stationChanged', { stationId });
}
