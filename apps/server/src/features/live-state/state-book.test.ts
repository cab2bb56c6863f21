import * as fc from 'fast-check';
import { DEVICE_KINDS } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import type { SampleBlock } from '../../platform/ingest.ts';
import { FleetIndex } from '../fleet/fleet-index.ts';
import { createSunlight } from '../fleet/index.ts';
import { PAST_QUIET_MS } from './back-filling.ts';
import { deviceView, stationView } from './live-views.ts';
import { nextChange } from './next-change.ts';
import { FleetStates } from './state-book.ts';
import { RUN_STATE_SLOT, STATE_POINTS } from './state-points.ts';

const NOON = Date.UTC(2026, 5, 21, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function madrid(): FleetIndex {
  const fleet = new FleetIndex();
  fleet.putStation({
    id: 1,
    type: 'residential',
    capacityKw: 5,
    timeZone: 'Europe/Madrid',
    latitude: 40,
    longitude: -3,
    elevation: null,
    tilt: null,
    azimuth: null,
    design: null,
  });
  return fleet;
}

function put(
  fleet: FleetIndex,
  id: number,
  of: Partial<NonNullable<ReturnType<FleetIndex['device']>>> = {},
): void {
  fleet.putDevice({
    device: {
      id,
      sn: `S${id}`,
      kind: 'inverter',
      profileId: null,
      organisationCode: null,
      stationId: 1,
      parentId: null,
      timeZone: 'Europe/Madrid',
      meterRole: null,
      ratedPower: null,
      interval: null,
      ...of,
    },
    organisationId: 1,
    secret: undefined,
    claimKnown: false,
    loggerSpeaks: false,
    firstSeenAt: 0,
    found: undefined,
  });
}

/** A device's view is looked at, as when it is announced. */
function look(book: FleetStates, id: number, now: number) {
  const device = book.fleet.device(id)!;
  book.turn(1, now);
  const view = deviceView(book, device, now);
  book.device(id)!.changesAt = nextChange(book, device, now);
  return view;
}

test('a look at a fleet that reports goes through a part of it, and each device comes up within ten minutes', () => {
  const fleet = madrid();
  for (let id = 1; id <= 1000; id += 1) put(fleet, id);
  const book = new FleetStates(fleet, createSunlight());
  for (let id = 1; id <= 1000; id += 1) {
    book.stateOf(id)!.takeMessage(NOON);
    look(book, id, NOON);
  }
  const touched = new Set<number>();
  for (let looks = 1; looks <= 21; looks += 1) {
    book.changedDevices.clear();
    book.touchDue(NOON + looks * 30_000);
    expect(book.changedDevices.size).toBeLessThanOrEqual(50);
    for (const id of book.changedDevices) touched.add(id);
  }
  expect(touched.size).toBe(1000);
});

test('those that fall silent are touched at the first look after it, and all where the clock was set back', () => {
  const fleet = madrid();
  for (let id = 1; id <= 100; id += 1) put(fleet, id, id === 100 ? { parentId: 1 } : {});
  const book = new FleetStates(fleet, createSunlight());
  for (let id = 1; id <= 100; id += 1) {
    book.stateOf(id)!.takeMessage(id === 100 ? NOON - 10 * MINUTE : NOON);
    look(book, id, NOON);
  }
  book.touchDue(NOON + 5 * MINUTE);
  expect(book.changedDevices.has(100)).toBe(false);
  book.changedDevices.clear();
  book.changedStations.clear();
  book.touchDue(NOON + 5 * MINUTE + 1);
  expect(book.changedDevices).toContain(100);
  expect(book.changedDevices).toContain(1);
  expect(book.changedStations).toContain(1);
  book.touchDue(NOON);
  expect(book.changedDevices.size).toBe(100);
});

test('until the time that is told, the view of a device stays as it is if nothing is heard of it', () => {
  const minutes = (most: number) => fc.integer({ min: 0, max: most }).map((count) => count * MINUTE);
  const told = fc.record({
    kind: fc.constantFrom(...DEVICE_KINDS),
    childKind: fc.constantFrom(...DEVICE_KINDS),
    stationId: fc.constantFrom(1, null),
    interval: fc.constantFrom(null, MINUTE, 20 * MINUTE),
    silence: fc.option(minutes(20 * 60)),
    seen: fc.option(minutes(60)),
    childSilence: fc.option(minutes(20 * 60)),
    connected: fc.boolean(),
    runState: fc.constantFrom(NaN, 1, 3, 4),
    now: minutes(24 * 60).map((time) => NOON + time),
    later: fc.array(minutes(26 * 60), { minLength: 1, maxLength: 8 }),
  });
  fc.assert(
    fc.property(told, (is) => {
      const fleet = madrid();
      put(fleet, 1, { kind: is.kind, stationId: is.stationId, interval: is.interval });
      put(fleet, 2, { kind: is.childKind, stationId: is.stationId, parentId: 1 });
      const book = new FleetStates(fleet, createSunlight());
      const state = book.stateOf(1)!;
      state.connected = is.connected;
      if (is.silence !== null) state.takeMessage(is.now - is.silence);
      if (is.seen !== null) state.lastSeenAt = is.now - is.seen;
      if (is.childSilence !== null) book.stateOf(2)!.takeMessage(is.now - is.childSilence);
      state.takeValue(RUN_STATE_SLOT, is.now, is.runState);
      const view = look(book, 1, is.now);
      const { changesAt } = state;
      const times = [...is.later.map((after) => is.now + after), changesAt - 1];
      for (const time of times.filter((at) => Number.isFinite(at) && at < changesAt)) {
        book.turn(1, time);
        expect(deviceView(book, fleet.device(1)!, time)).toEqual(view);
      }
    }),
    { numRuns: 500 },
  );
});

test('a device that fell silent is standby or offline by the sun, at the very time that was told', () => {
  const fleet = madrid();
  put(fleet, 1);
  const book = new FleetStates(fleet, createSunlight());
  book.stateOf(1)!.takeMessage(NOON);
  const statuses: string[] = [];
  for (let now = NOON; now < NOON + 40 * HOUR; now = book.device(1)!.changesAt) {
    const { status } = look(book, 1, now).live;
    if (statuses.at(-1) !== status) statuses.push(status);
  }
  expect(statuses).toEqual(['online', 'offline', 'standby', 'offline', 'standby']);
});

/** A block in which devices say that they run. */
function block(rows: readonly (readonly [device: number, time: number])[]): SampleBlock {
  return {
    length: rows.length,
    devices: Uint32Array.from(rows, ([device]) => device),
    points: Uint32Array.from(rows, () => STATE_POINTS[RUN_STATE_SLOT]!),
    times: Float64Array.from(rows, ([, time]) => time),
    values: Float64Array.from(rows, () => 3),
  };
}

test('a device that sends what it measured while it was away is back-filling, and then as it is', () => {
  const fleet = madrid();
  put(fleet, 1);
  put(fleet, 2);
  const book = new FleetStates(fleet, createSunlight());
  book.stateOf(1)!.takeMessage(NOON - 5 * HOUR);
  expect(look(book, 1, NOON)).toMatchObject({ live: { status: 'offline' } });
  book.takeBlock(
    block([
      [1, NOON - 4 * HOUR],
      [1, NOON - 3 * HOUR],
      [2, NOON - MINUTE],
    ]),
    NOON,
  );
  expect(look(book, 1, NOON).live).toMatchObject({ status: 'backFilling', power: null, runMode: null });
  const station = stationView(book, book.turn(1, NOON)!, NOON);
  expect(station).toMatchObject({ communication: 'online', devicesOnline: 2 });
  // What is older than its newest says nothing of it.
  book.takeBlock(block([[1, NOON - 4 * HOUR]]), NOON + MINUTE);
  expect(book.device(1)!.changesAt).toBe(NOON + PAST_QUIET_MS + 1);
  expect(look(book, 1, book.device(1)!.changesAt).live.status).toBe('offline');
  book.takeBlock(block([[1, NOON]]), NOON + 3 * MINUTE);
  expect(look(book, 1, NOON + 3 * MINUTE).live.status).toBe('normal');
});

test('what a device sent before the fleet knew of it is known with it', () => {
  const fleet = madrid();
  const book = new FleetStates(fleet, createSunlight());
  book.takeBlock(block([[7, NOON - MINUTE]]), NOON);
  book.takeSighting({ deviceId: 7, at: NOON, connection: 'mqtt', online: true, signal: 60 });
  expect(book.device(7)).toBeUndefined();
  put(fleet, 7);
  book.touch(7);
  expect(look(book, 7, NOON).live).toMatchObject({
    status: 'normal',
    connection: 'mqtt',
    signal: 60,
    lastDataAt: NOON - MINUTE,
    lastSeenAt: NOON,
  });
});

test('a value beyond belief is unknown and stands in no sum, until the device says what can be', () => {
  const fleet = madrid();
  put(fleet, 1);
  put(fleet, 2);
  const book = new FleetStates(fleet, createSunlight());
  const say = (device: number, time: number, values: Readonly<Record<number, number>>) =>
    book.takeBlock(
      {
        length: Object.keys(values).length,
        devices: Uint32Array.from(Object.keys(values), () => device),
        points: Uint32Array.from(Object.keys(values), Number),
        times: Float64Array.from(Object.keys(values), () => time),
        values: Float64Array.from(Object.values(values)),
      },
      time,
    );
  say(1, NOON, { 1: 1200, 123: 50, 246: 40 });
  say(2, NOON, { 1: 1e20, 123: -4e10, 246: 1e20 });
  book.turn(1, NOON);
  const now = () => {
    const { power, battery, signal } = stationView(book, book.station(1)!, NOON);
    return { power, battery, signal };
  };
  expect(now()).toEqual({ power: 1200, battery: 50, signal: 40 });
  expect(deviceView(book, fleet.device(2)!, NOON).live.power).toBeNull();
  say(2, NOON + MINUTE, { 1: 300, 123: -20, 246: 30 });
  expect(now()).toEqual({ power: 1500, battery: 30, signal: 30 });
});
