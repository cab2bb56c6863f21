import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { insertNewcomers, type Newcomer } from './directory.queries.ts';
import type { FleetEntry, FleetIndex } from './fleet-index.ts';
import { readEntries } from './fleet.queries.ts';

/** Parameters of one statement are limited. */
const MOST_AT_ONCE = 1000;

type Parts = Pick<Platform, 'db' | 'clock'>;

/** Registers devices nobody knew. Those that come at the same time share one statement. */
export function createRegistrar(parts: Parts, index: FleetIndex) {
  const pending = new Map<string, Promise<FleetEntry>>();
  let batch: { newcomers: Newcomer[]; done: Promise<void> } | undefined;

  async function run(newcomers: readonly Newcomer[]): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    batch = undefined;
    for (let start = 0; start < newcomers.length; start += MOST_AT_ONCE) {
      await registerAll(parts, index, newcomers.slice(start, start + MOST_AT_ONCE));
    }
  }

  async function enter(newcomer: Newcomer): Promise<FleetEntry> {
    if (batch) batch.newcomers.push(newcomer);
    else {
      const newcomers = [newcomer];
      batch = { newcomers, done: run(newcomers) };
    }
    await batch.done;
    const entry = index.entryOfSn(newcomer.sn);
    if (!entry) throw new AppError('deviceNotFound');
    return entry;
  }

  return {
    /** Resolves to the device of the SN, made now or by somebody else meanwhile. */
    register(newcomer: Newcomer): Promise<FleetEntry> {
      const running = pending.get(newcomer.sn);
      if (running) return running;
      const promise = enter(newcomer).finally(() => pending.delete(newcomer.sn));
      pending.set(newcomer.sn, promise);
      return promise;
    },
  };
}

/** Makes the devices and takes them into the fleet. */
async function registerAll(
  { db, clock }: Parts,
  index: FleetIndex,
  newcomers: readonly Newcomer[],
): Promise<void> {
  await insertNewcomers(db, newcomers, new Date(clock.now()));
  for (const entry of await readEntries(db, { sns: newcomers.map(({ sn }) => sn) })) index.putDevice(entry);
}
