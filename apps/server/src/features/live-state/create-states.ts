import { setTimeout as wait } from 'node:timers/promises';
import type { DeviceLive, StationLive } from '@sunfleet/contract';
import { messageOf } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { OpenFleet, SunlightOf } from '../fleet/index.ts';
import type { RollUps } from '../telemetry/index.ts';
import { deviceView, stationView } from './live-views.ts';
import { readDeviceStates, readStandingAlarms, readWrittenTotals } from './read-states.ts';
import { FleetStates } from './state-book.ts';
import { takeTotals } from './state-totals.ts';
import { beginPeriods, readEnergies, takeEnergies } from './state-energies.ts';
import { writeDeviceStates, writeStationStates } from './write-states.ts';

export interface States {
  device(id: number): DeviceLive | undefined;
  station(id: number): StationLive | undefined;
  /** Publishes what is due and writes what is not written yet; resolves when it is in PostgreSQL. */
  flush(): Promise<void>;
  /** Looks for silence, night and new days, as the slow timer does. */
  look(): void;
  stop(): Promise<void>;
}

/** From a change to its announcement: changes of the same moment go out together. */
const GATHER_MS = 120;
/** A device or station is announced at most so often. */
const SPACING_MS = 500;
/** A look over a large fleet goes in pieces, so that nothing else waits for it. */
const TURN_MS = 25;
const LOOK_MS = 30_000;
const WRITE_MS = 4000;
const REST_FACTOR = 10;

/**
 * Keeps the state of every device and station in memory, announces changes on the bus (at most twice a second each) and
 * writes them to PostgreSQL in batches every few seconds.
 */
export async function createStates(
  platform: Platform,
  parts: { fleet: OpenFleet; sunlight: SunlightOf; rollUps: RollUps },
): Promise<States> {
  const { bus, clock, db, pool, samples, log } = platform;
  const { fleet, sunlight, rollUps } = parts;
  const book = new FleetStates(fleet, sunlight, await readDeviceStates({ db, samples }, fleet));
  for (const alarm of await readStandingAlarms(db)) book.takeAlarm(alarm, true);
  await readEnergies(samples, book, clock.now());
  takeTotals(book, await readWrittenTotals(db));
  beginPeriods(book, clock.now());
  book.touchAll();
  const toWrite = { devices: new Map<number, DeviceLive>(), stations: new Map<number, StationLive>() };
  const announce = announcer(platform, book, toWrite);

  let gather: NodeJS.Timeout | undefined;
  const due = () => {
    gather ??= setTimeout(() => {
      gather = undefined;
      if (announce()) due();
    }, GATHER_MS);
  };
  const ends = [
    bus.subscribe('stored', (block) => (book.takeBlock(block), due())),
    bus.subscribe('deviceSeen', (seen) => (book.takeSighting(seen), due())),
    bus.subscribe('alarm', (alarm) => {
      const { id, level, type, device, station, recoveredAt } = alarm;
      const standing = { id, level, type, deviceId: device?.id ?? null, stationId: station?.id ?? null };
      book.takeAlarm(standing, recoveredAt === null);
      due();
    }),
  ];
  fleet.onChange(({ devices, stations }) => {
    for (const id of devices) book.touch(id);
    for (const id of stations) book.changedStations.add(id);
    due();
  });
  rollUps.onEnergies((energies) => (takeEnergies(book, energies, clock.now()), due()));
  const look = () => {
    beginPeriods(book, clock.now());
    book.touchAll();
    due();
  };
  const looking = setInterval(look, LOOK_MS);
  const writer = startWriter(
    () => write(pool, toWrite),
    (error) => log.warn({ err: messageOf(error) }, 'states not written'),
  );
  due();
  return {
    device: (id) => {
      const device = fleet.device(id);
      return device && deviceView(book, device, clock.now()).live;
    },
    station: (id) => {
      const state = book.turn(id, clock.now());
      return state && stationView(book, state, clock.now());
    },
    async flush() {
      while (announce()) await wait(GATHER_MS);
      await writer.now();
    },
    look,
    async stop() {
      for (const end of ends) end();
      clearTimeout(gather);
      clearInterval(looking);
      announce();
      await writer.stop();
    },
  };
}

interface ToWrite {
  devices: Map<number, DeviceLive>;
  stations: Map<number, StationLive>;
}

/** Announces changed devices and stations that were not announced just now; answers whether some have to wait. */
function announcer(platform: Platform, book: FleetStates, toWrite: ToWrite): () => boolean {
  const { bus, clock } = platform;
  const announceDevice = (id: number, at: number): boolean => {
    const device = book.fleet.device(id);
    const state = book.device(id);
    if (!device || !state) return true;
    if (state.published && at - state.publishedAt < SPACING_MS) return false;
    if (device.stationId !== null) book.turn(device.stationId, clock.now());
    const { live } = deviceView(book, device, clock.now());
    if (same(live, state.published)) return true;
    Object.assign(state, { published: live, publishedAt: at });
    toWrite.devices.set(id, live);
    bus.publish('deviceState', live);
    return true;
  };
  const announceStation = (id: number, at: number): boolean => {
    const state = book.turn(id, clock.now());
    if (!state) return true;
    if (state.published && at - state.publishedAt < SPACING_MS) return false;
    const live = stationView(book, state, clock.now());
    // A station nobody has reported from is in PostgreSQL as it was created.
    if (same(live, state.published) || (!state.published && live.communication === 'never')) return true;
    Object.assign(state, { published: live, publishedAt: at });
    toWrite.stations.set(id, live);
    bus.publish('stationState', live);
    return true;
  };
  return () => {
    const at = performance.now();
    const work = (ids: Set<number>, one: (id: number, at: number) => boolean) => {
      for (const id of ids) {
        if (performance.now() - at > TURN_MS) return;
        if (one(id, at)) ids.delete(id);
      }
    };
    work(book.changedDevices, announceDevice);
    work(book.changedStations, announceStation);
    return book.changedDevices.size > 0 || book.changedStations.size > 0;
  };
}

/** Compares two views field by field, one level into objects. */
function same<T extends object>(a: T, b: T | undefined): boolean {
  if (!b) return false;
  for (const key in a) {
    const [one, two] = [a[key], b[key]];
    if (one === two) continue;
    if (typeof one !== 'object' || typeof two !== 'object' || !one || !two || !same(one, two)) return false;
  }
  return true;
}

async function write(pool: Platform['pool'], toWrite: ToWrite): Promise<void> {
  const devices = [...toWrite.devices.values()];
  const stations = [...toWrite.stations.values()];
  toWrite.devices.clear();
  toWrite.stations.clear();
  try {
    if (devices.length > 0) await writeDeviceStates(pool, devices);
    if (stations.length > 0) await writeStationStates(pool, stations);
  } catch (error) {
    // What changed meanwhile is newer than what could not be written.
    for (const one of devices) if (!toWrite.devices.has(one.deviceId)) toWrite.devices.set(one.deviceId, one);
    for (const one of stations)
      if (!toWrite.stations.has(one.stationId)) toWrite.stations.set(one.stationId, one);
    throw error;
  }
}

/** Writes again and again, with a rest of at least ten times what the last writing took. */
function startWriter(work: () => Promise<void>, failed: (error: unknown) => void) {
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<void> = Promise.resolve();
  const now = () => {
    last = last.catch(() => {}).then(work);
    return last;
  };
  const round = () => {
    const started = performance.now();
    void now()
      .catch(failed)
      .finally(() => {
        timer = setTimeout(round, Math.max(WRITE_MS, REST_FACTOR * (performance.now() - started)));
      });
  };
  timer = setTimeout(round, WRITE_MS);
  return {
    now,
    async stop() {
      clearTimeout(timer);
      await now().catch(failed);
      clearTimeout(timer);
    },
  };
}
