import { setTimeout as wait } from 'node:timers/promises';
import type { DeviceLive, StationLive } from '@sunfleet/contract';
import { messageOf } from '../../platform/errors.ts';
import { inSmallSteps } from '../../platform/in-small-steps.ts';
import { every } from '../../platform/jobs/every.ts';
import type { Ownership } from '../../platform/ownership/ownership.ts';
import type { Platform } from '../../platform/platform.ts';
import type { OpenFleet, SunlightOf } from '../fleet/index.ts';
import type { RollUps } from '../telemetry/index.ts';
import { announcer, type ToWrite } from './announce-states.ts';
import { forgetFormer, forgetStored } from './forget-former.ts';
import { keepExpectations } from './keep-expectations.ts';
import { deviceView, stationView } from './live-views.ts';
import {
  readAllStandingAlarms,
  readDeviceStates,
  readWrittenTotals,
  type StandingAlarm,
} from './read-states.ts';
import { startWriter } from './start-writer.ts';
import { computedReader } from './read-computed.ts';
import { rereadStates, takeRebuilt } from './reread-states.ts';
import { FleetStates } from './state-book.ts';
import { beginPeriods, readEnergies, takeEnergies } from './state-energies.ts';
import { takeTotals } from './state-totals.ts';
import { writeStates } from './write-states.ts';

export interface States {
  device(id: number): DeviceLive | undefined;
  station(id: number): StationLive | undefined;
  /** Publishes what is due and writes what is not written yet; resolves when it is in PostgreSQL. */
  flush(): Promise<void>;
  /** Looks for silence, night and new days, as the slow timer does. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

interface Parts {
  /** What this server decides over. */
  ownership: Ownership;
  /** The devices and stations of it. */
  fleet: OpenFleet;
  sunlight: SunlightOf;
  /** Epoch milliseconds: everything whose storing began before was announced. */
  storedUntil: () => number;
  rollUps: RollUps;
}

/** From a change to its announcement: changes of the same moment go out together. */
const GATHER_MS = 120;
const LOOK_MS = 30_000;

/**
 * Keeps the state of every device and station in memory, announces changes on the bus (at most twice a second each) and
 * writes them to PostgreSQL in batches every few seconds.
 */
export async function createStates(platform: Platform, parts: Parts): Promise<States> {
  const { clock, log } = platform;
  const book = await readBook(platform, parts);
  const toWrite: ToWrite = { devices: new Map(), stations: new Map() };
  // What was not heard yet is no silence: while samples cannot be stored, or messages of other servers do not come, nobody falls silent.
  const heardUntil = () => Math.min(clock.now(), parts.storedUntil());
  const announce = announcer(platform, book, toWrite, heardUntil);
  const gathering = gatherer(announce);
  const expectations = keepExpectations(platform, {
    book,
    due: gathering.due,
    readComputed: computedReader(platform.db, book),
  });
  const unsubscribe = follow(platform, parts, { book, due: gathering.due, sumAgain: expectations.again });
  const look = async () => {
    await inSmallSteps(beginPeriods(book, clock.now()));
    book.touchDue(heardUntil());
    gathering.due();
  };
  const looking = every(LOOK_MS, look, { log, name: 'states' });
  const writer = startWriter(
    () => writeStates(parts.ownership, toWrite),
    (error) => log.warn({ err: messageOf(error) }, 'states not written'),
  );
  gathering.due();
  return {
    ...viewsOf(book, clock, heardUntil),
    async flush() {
      await expectations.round();
      while (announce()) await wait(GATHER_MS);
      await writer.now();
    },
    look,
    async stop() {
      unsubscribe();
      await looking.stop();
      await expectations.stop();
      gathering.stop();
      announce();
      await writer.stop();
    },
  };
}

/** States as the stores have them. */
async function readBook(platform: Platform, { fleet, sunlight, rollUps }: Parts): Promise<FleetStates> {
  const { clock, db, samples } = platform;
  const book = new FleetStates(fleet, sunlight, (deviceId) => rollUps.isBehind(deviceId));
  const devices = [...fleet.devices()].map(({ id }) => id);
  await readDeviceStates({ db, samples }, book, devices);
  for await (const alarms of readAllStandingAlarms(db, clock.now()))
    for (const alarm of alarms) if (isKnown(fleet, alarm)) book.takeAlarm(alarm, true);
  const stations = [...fleet.stations()].map(({ id }) => id);
  for (const id of devices) forgetStored(book, id);
  await readEnergies(samples, book, { now: clock.now(), stations, devices });
  takeTotals(book, await readWrittenTotals(db));
  await inSmallSteps(beginPeriods(book, clock.now()));
  book.touchAll();
  return book;
}

/** Another server keeps the states of other devices and stations. */
function isKnown(fleet: OpenFleet, { deviceId, stationId }: StandingAlarm): boolean {
  if (deviceId !== null && fleet.device(deviceId)) return true;
  return stationId !== null && fleet.station(stationId) !== undefined;
}

function viewsOf(
  book: FleetStates,
  clock: Platform['clock'],
  heardUntil: () => number,
): Pick<States, 'device' | 'station'> {
  return {
    device: (id) => {
      const device = book.fleet.device(id);
      return device && deviceView(book, device, heardUntil()).live;
    },
    station: (id) => {
      const state = book.turn(id, clock.now());
      return state && stationView(book, state, heardUntil());
    },
  };
}

/** Announces a little after the first change, and again until nothing has to wait. */
function gatherer(announce: () => boolean) {
  let timer: NodeJS.Timeout | undefined;
  const due = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (announce()) due();
    }, GATHER_MS);
  };
  return { due, stop: () => clearTimeout(timer) };
}

/** Changes the states by what is announced on the bus, by the fleet and by the roll-ups. */
function follow(
  platform: Platform,
  { fleet, rollUps }: Parts,
  { book, due, sumAgain }: { book: FleetStates; due: () => void; sumAgain: (stationId: number) => void },
): () => void {
  const { bus, clock, db, samples } = platform;
  const reread = async ({ deviceIds }: { deviceIds: readonly number[] }) => {
    await rereadStates(platform, book, deviceIds);
    due();
  };
  const ends = [
    bus.subscribe('latestMended', reread),
    bus.subscribe('devicesTaken', async (taken) => {
      for (const id of taken.deviceIds) await readDeviceStates({ db, samples }, book, [id]);
      await reread(taken);
    }),
    bus.subscribe('stored', (block) => (book.takeBlock(block, clock.now()), due())),
    bus.subscribe('deviceSeen', (seen) => (book.takeSighting(seen), due())),
    bus.subscribe('alarm', (alarm) => {
      const { id, level, type, device, station, recoveredAt, shield } = alarm;
      const standing = { id, level, type, deviceId: device?.id ?? null, stationId: station?.id ?? null };
      book.takeAlarm(standing, recoveredAt === null && shield === null);
      due();
    }),
  ];
  const forget = forgetFormer(fleet, book);
  fleet.onChange(({ devices, stations, left, rebuilt }) => {
    forget(devices);
    for (const id of rebuilt) {
      takeRebuilt(book, id, clock.now());
      sumAgain(id);
    }
    for (const id of [...devices, ...left.devices]) book.touch(id);
    for (const id of [...stations, ...left.stations]) book.changedStations.add(id);
    due();
  });
  rollUps.onEnergies((energies) => (takeEnergies(book, energies, clock.now()), due()));
  return () => {
    for (const end of ends) end();
  };
}
