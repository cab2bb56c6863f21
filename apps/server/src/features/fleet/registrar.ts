import type { Transaction } from 'kysely';
import { AppError } from '../../platform/errors.ts';
import { createGatheredTurns } from '../../platform/gathered-turns.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { registryRoom } from '../../platform/registry-room.ts';
import { createTurns } from '../../platform/turns.ts';
import { countNewDevices, holdNewDevices } from '../devices/index.ts';
import { insertNewcomers, type Newcomer } from './directory.queries.ts';
import type { FleetEntry, FleetIndex } from './fleet-index.ts';
import { readEntries } from './fleet.queries.ts';

/** Parameters of one statement are limited. */
const MOST_AT_ONCE = 1000;
/** Devices that the keys of one organisation bring at the same time, however many its day has room for. */
const MOST_WAITING = 10_000;
/** An organisation whose day is full is refused from memory for so long. */
const FULL_MS = 10_000;
/** Connections of the database that new devices take at most: one for whatever nobody vouches for, one for each organisation. */
const MADE_AT_ONCE = { atOnce: 2, ofOne: 1 };

type Parts = Pick<Platform, 'db' | 'clock' | 'config'>;

/**
 * Registers devices nobody knew. Those that come at the same time, or while others are made, share one statement: strangers who show a new number by
 * each of thousands of connections take one connection of the database, not all of them.
 */
export function createRegistrar(parts: Parts, index: FleetIndex) {
  const pending = new Map<string, Promise<FleetEntry>>();
  /** Devices on their way, by organisation. */
  const waiting = new Map<number, number>();
  /** Until when an organisation is known to have no room left on this day. */
  const fullUntil = new Map<number, number>();
  const { clock, config } = parts;
  const gathered = createGatheredTurns<Newcomer, FleetEntry>({
    turns: createTurns(MADE_AT_ONCE),
    mostOfOne: MOST_AT_ONCE,
    mostWaiting: MOST_WAITING,
    serve: makeAll,
  });

  const isFull = (organisationId: number) => clock.now() < (fullUntil.get(organisationId) ?? 0);

  function noteFull(organisationIds: readonly number[]): void {
    for (const [id, until] of fullUntil) if (until <= clock.now()) fullUntil.delete(id);
    for (const id of organisationIds) fullUntil.set(id, clock.now() + FULL_MS);
  }

  function requireRoom(organisationId: number): void {
    const limit = config.newDevicesPerDay;
    const count = waiting.get(organisationId) ?? 0;
    if (isFull(organisationId) || count >= limit) throw new AppError('tooManyNewDevices', { limit });
    if (count >= MOST_WAITING) throw new AppError('tooManyRequests');
  }

  function countWaiting(organisationId: number | undefined, step: 1 | -1): void {
    if (organisationId === undefined) return;
    const count = (waiting.get(organisationId) ?? 0) + step;
    if (count > 0) waiting.set(organisationId, count);
    else waiting.delete(organisationId);
  }

  async function makeAll(newcomers: readonly Newcomer[]): Promise<(FleetEntry | AppError)[]> {
    const next = newcomers.filter(
      ({ organisationId }) => organisationId === undefined || !isFull(organisationId),
    );
    if (next.length > 0) noteFull(await registerAll(parts, index, next));
    return newcomers.map(({ sn, organisationId }) => {
      const entry = index.entryOfSn(sn);
      if (entry) return entry;
      if (organisationId === undefined) return new AppError('deviceNotFound');
      return new AppError('tooManyNewDevices', { limit: config.newDevicesPerDay });
    });
  }

  const enter = async (newcomer: Newcomer): Promise<FleetEntry> =>
    gathered.take(`${newcomer.organisationId ?? 'nobody'}`, newcomer);

  return {
    /** From memory. Throws AppError tooManyNewDevices, tooManyRequests for an organisation that brings more than it may. */
    requireRoom,
    /** Resolves to the device of the SN, made now or by somebody else meanwhile. */
    register(newcomer: Newcomer): Promise<FleetEntry> {
      const running = pending.get(newcomer.sn);
      if (running) return running;
      countWaiting(newcomer.organisationId, 1);
      const promise = enter(newcomer).finally(() => {
        pending.delete(newcomer.sn);
        countWaiting(newcomer.organisationId, -1);
      });
      pending.set(newcomer.sn, promise);
      return promise;
    },
  };
}

/** Makes the devices and takes them into the fleet. Answers the organisations that brought more than their day has room for. */
async function registerAll(
  parts: Parts,
  index: FleetIndex,
  all: readonly Newcomer[],
): Promise<readonly number[]> {
  const { db, clock } = parts;
  const newcomers = await db.transaction().execute(async (trx) => {
    const within = await withinTheDay(trx, parts, all);
    if (within.length > 0) await insertNewcomers(trx, within, new Date(clock.now()));
    return within;
  });
  if (newcomers.length > 0)
    for (const entry of await readEntries(db, { sns: newcomers.map(({ sn }) => sn) })) index.putDevice(entry);
  const within = new Set(newcomers);
  const beyond = all.filter((newcomer) => !within.has(newcomer));
  return [...new Set(beyond.flatMap(({ organisationId }) => organisationId ?? []))];
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
  const rooms = new Map<number, number>();
  for (const id of ids) {
    const ofDay = config.newDevicesPerDay - (counts.get(id) ?? 0);
    const asked = { organisationId: id, wanted: newcomers.length };
    rooms.set(id, Math.min(ofDay, await registryRoom(trx, { clock, config }, asked)));
  }
  return newcomers.filter(({ organisationId }) => {
    if (organisationId === undefined) return true;
    const room = rooms.get(organisationId)!;
    rooms.set(organisationId, room - 1);
    return room > 0;
  });
}
