import type { Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { countNewDevices, holdNewDevices } from '../devices/index.ts';
import { insertNewcomers, type Newcomer } from './directory.queries.ts';
import type { FleetEntry, FleetIndex } from './fleet-index.ts';
import { readEntries } from './fleet.queries.ts';

/** Parameters of one statement are limited. */
const MOST_AT_ONCE = 1000;

type Parts = Pick<Platform, 'db' | 'clock' | 'config'>;

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
    if (entry) return entry;
    if (newcomer.organisationId === undefined) throw new AppError('deviceNotFound');
    throw new AppError('tooManyNewDevices', { limit: parts.config.newDevicesPerDay });
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
async function registerAll(parts: Parts, index: FleetIndex, all: readonly Newcomer[]): Promise<void> {
  const { db, clock } = parts;
  const newcomers = await db.transaction().execute(async (trx) => {
    const within = await withinTheDay(trx, parts, all);
    if (within.length > 0) await insertNewcomers(trx, within, new Date(clock.now()));
    return within;
  });
  if (newcomers.length === 0) return;
  for (const entry of await readEntries(db, { sns: newcomers.map(({ sn }) => sn) })) index.putDevice(entry);
}

/**
 * Leaves out what the keys of an organisation bring beyond the new devices of its day: a key is no proof of a serial number, and one that is taken
 * shuts its owner out.
 */
async function withinTheDay(
  trx: Transaction<Tables>,
  { clock, config }: Parts,
  newcomers: readonly Newcomer[],
): Promise<Newcomer[]> {
  const ids = [...new Set(newcomers.flatMap(({ organisationId }) => organisationId ?? []))];
  if (ids.length === 0) return [...newcomers];
  await holdNewDevices(trx, ids);
  const counts = await countNewDevices(trx, ids, clock.now());
  return newcomers.filter(({ organisationId }) => {
    if (organisationId === undefined) return true;
    const count = (counts.get(organisationId) ?? 0) + 1;
    counts.set(organisationId, count);
    return count <= config.newDevicesPerDay;
  });
}
