import { isMeasurable, RUN_MODES, type DeviceLive, type StationLive } from '@sunfleet/contract';
import type { Fleet, FleetDevice } from '../fleet/index.ts';
import {
  type Balance,
  balanceOf,
  balanceSlot,
  type BalanceValues,
  counterAt,
  counterSpans,
  ownPower,
  partOf,
} from '../telemetry/index.ts';
import { expectedNow } from './expected-now.ts';
import { withCorrections } from './with-corrections.ts';
import type { DeviceState } from './device-state.ts';
import { COUNTER_SLOT, RUN_STATE_SLOT, SIGNAL_SLOT } from './state-points.ts';
import type { StationState } from './station-state.ts';
import { deviceStatus, isWakingTime, livesOfSun, silenceLimit, type SunWindow } from './device-status.ts';
import { stationCommunication, stationRunMode, stationStatus } from './station-status.ts';

/** Where views find what they are made of. */
export interface StateBook {
  fleet: Fleet;
  device(id: number): DeviceState | undefined;
  station(id: number): StationState | undefined;
  /** Whether so much of the last day of a device came late and is not computed yet that its energies say little. */
  isBehind(deviceId: number): boolean;
}

const UNKNOWN: BalanceValues = new Float64Array(32).fill(NaN);
const ASLEEP: BalanceValues = (() => {
  const values = new Float64Array(32).fill(NaN);
  values[balanceSlot('ac.power')] = 0;
  return values;
})();
const ALWAYS_DAY: SunWindow = { sunrise: null, sunset: null, polar: 'day' };

/** Null for what is unknown, and for what an older version stored although it is no measured value. */
const orNull = (value: number | undefined) => (value !== undefined && isMeasurable(value) ? value : null);
const timeOrNull = (time: number) => (time > 0 ? time : null);

/** Whether a device rests at night. A logger does if all the devices on it do, because they power it. */
export function sleeps(book: StateBook, device: FleetDevice): boolean {
  if (device.kind !== 'logger') return livesOfSun(device.kind);
  const children = book.fleet.childrenOf(device.id);
  return children.length > 0 && children.every((child) => livesOfSun(child.kind));
}

function sunOver(book: StateBook, device: FleetDevice): SunWindow {
  return (device.stationId === null ? undefined : book.station(device.stationId)?.sun) ?? ALWAYS_DAY;
}

export interface DeviceView {
  live: DeviceLive;
  /** Values that count now: none of a device that is offline, zero power of one asleep. */
  values: BalanceValues;
  silent: boolean;
}

/** State of a device as the product shows it. */
export function deviceView(book: StateBook, device: FleetDevice, now: number): DeviceView {
  const state = book.device(device.id);
  if (!state) return { live: neverSeen(device), values: UNKNOWN, silent: true };
  const runState = orNull(state.values[RUN_STATE_SLOT]);
  const silence = silenceLimit(state.interval);
  const status = deviceStatus({
    kind: device.kind,
    lastDataAt: timeOrNull(state.lastDataAt),
    lastSeenAt: timeOrNull(Math.max(state.lastSeenAt, lastOfChildren(book, device))),
    connected: state.connected,
    silence,
    now,
    sleeps: sleeps(book, device),
    waking: isWakingTime(now, sunOver(book, device)),
    runState,
    backFilling: state.pastUntil >= now,
    faulty: state.faults > 0,
  });
  const silent = now - state.lastDataAt > silence;
  const asleep = silent && status === 'standby' && device.kind !== 'logger';
  const values = silent ? (asleep ? ASLEEP : UNKNOWN) : state.values;
  const seen = Math.max(state.lastSeenAt, state.lastDataAt);
  return {
    silent,
    values,
    live: {
      deviceId: device.id,
      stationId: device.stationId,
      status,
      runMode: runState === null || silent ? null : (RUN_MODES[runState] ?? null),
      connection: state.connection,
      power: orNull(ownPower(device, values)),
      energyToday: energyToday(device, state),
      soc: orNull(values[balanceSlot('battery.soc')]),
      signal: orNull(state.values[SIGNAL_SLOT]) ?? state.signal,
      lastDataAt: timeOrNull(state.lastDataAt),
      lastSeenAt: timeOrNull(seen),
      openAlarms: state.openAlarms,
    },
  };
}

function neverSeen(device: FleetDevice): DeviceLive {
  return {
    deviceId: device.id,
    stationId: device.stationId,
    status: 'connecting',
    runMode: null,
    connection: null,
    power: null,
    energyToday: null,
    soc: null,
    signal: null,
    lastDataAt: null,
    lastSeenAt: null,
    openAlarms: 0,
  };
}

/** A logger is there as long as one of the devices on it is heard. */
export function lastOfChildren(book: StateBook, device: FleetDevice): number {
  if (device.kind !== 'logger') return 0;
  return book.fleet
    .childrenOf(device.id)
    .reduce((last, child) => Math.max(last, book.device(child.id)?.lastDataAt ?? 0), 0);
}

/** What the counter has added since the last roll-up, kWh. */
function sinceRollUp(device: Pick<FleetDevice, 'ratedPower'>, state: DeviceState): number {
  const added = state.values[COUNTER_SLOT]! - state.day.counter;
  return added > 0 && added <= mostBetweenRollUps(device) ? added : 0;
}

/** Longest a roll-up is late, hours. */
const LATE_HOURS = 0.25;
const HEADROOM = 1.3;
/** Steps of a counter are no larger in a quarter of an hour, where no rating bounds them. */
const UNRATED_KWH = 1000;
const STEP_KWH = 1;

/** A counter that runs away is not believed before the roll-up has looked at it. */
export function mostBetweenRollUps({ ratedPower }: Pick<FleetDevice, 'ratedPower'>): number {
  return ratedPower ? STEP_KWH + (HEADROOM * LATE_HOURS * ratedPower) / 1000 : UNRATED_KWH;
}

function energyToday(device: FleetDevice, state: DeviceState): number | null {
  const { kwh } = state.day;
  return Number.isNaN(kwh) ? null : kwh + sinceRollUp(device, state);
}

/** State of a station as the product shows it, from its devices and its roll-ups. */
export function stationView(book: StateBook, state: StationState, now: number): StationLive {
  const devices = book.fleet.devicesOf(state.id);
  const views = devices.map((device) => ({ device, view: deviceView(book, device, now) }));
  const facts = {
    devices: views.map(({ device, view }) => ({
      kind: device.kind,
      status: view.live.status,
      silent: view.silent,
    })),
    emergency: state.alarms.emergency,
    general: state.alarms.general,
  };
  const heard = views.filter(({ view }) => !['offline', 'connecting'].includes(view.live.status));
  const balance = balanceOf(views.map(({ device, view }) => ({ device, values: view.values })));
  const counts = countsLifetime(book, state);
  const added = state.metered || !counts ? 0 : addedByProducers(book, devices);
  const isSummed = state.expectation.dayStart === state.sun.dayStart;
  // While hours of the day are still computed, its energy is too small to be judged.
  const judged = isSummed && !devices.some(({ id }) => book.isBehind(id));
  const energy = (period: { kwh: number }) => (Number.isNaN(period.kwh) ? null : period.kwh + added);
  const energies = withCorrections(
    book.fleet.station(state.id),
    state.sun.dayStart,
    {
      today: energy(state.day),
      month: energy(state.month),
      year: energy(state.year),
      total: counts ? lifetimeEnergy(book, state.id) : summedEnergy(state),
    },
    counts ? offsetsOf(devices) : 0,
  );
  return {
    stationId: state.id,
    status: stationStatus(facts),
    runMode: stationRunMode(
      views.map(({ device: { kind }, view }) => ({ kind, runMode: view.live.runMode })),
    ),
    communication: stationCommunication(facts),
    power: orNull(balance.pv),
    load: orNull(balance.load),
    grid: orNull(balance.grid),
    battery: orNull(balance.battery),
    soc: orNull(balance.soc),
    irradiance: orNull(balance.poa) ?? orNull(balance.ghi),
    ...energies,
    ...expectedOf(state, judged),
    irradiationToday: judged && state.expectation.irradiation > 0 ? state.expectation.irradiation : null,
    signal: weakestSignal(heard),
    devicesOnline: heard.length,
    devicesTotal: devices.length,
    alarms: { ...state.alarms },
    lastDataAt: timeOrNull(Math.max(0, ...views.map(({ view }) => view.live.lastDataAt ?? 0))),
  };
}

/** Nothing is expected of a station that is not judged. */
function expectedOf({ expectation, computed }: StationState, judged: boolean) {
  if (!judged || Number.isNaN(expectation.kwh)) return { expectedToday: null, expectedBy: null };
  const { kwh, by } = expectedNow(expectation, computed);
  // Of all stations together it is summed, where one number beyond any is none.
  return isMeasurable(kwh)
    ? { expectedToday: kwh, expectedBy: by }
    : { expectedToday: null, expectedBy: null };
}

/** Percent, as the weakest of them is heard; null where none tells it. */
function weakestSignal(heard: readonly { view: DeviceView }[]): number | null {
  const signals = heard.flatMap(({ view }) => view.live.signal ?? []);
  return signals.length > 0 ? Math.min(...signals) : null;
}

/** What the devices of a station measure now. */
export function balanceNow(book: StateBook, stationId: number, now: number): Balance {
  const devices = book.fleet.devicesOf(stationId);
  return balanceOf(devices.map((device) => ({ device, values: deviceView(book, device, now).values })));
}

function addedByProducers(book: StateBook, devices: readonly FleetDevice[]): number {
  let sum = 0;
  for (const device of devices) {
    const state = partOf(device) === 'producer' ? book.device(device.id) : undefined;
    if (state && !Number.isNaN(state.day.kwh)) sum += sinceRollUp(device, state);
  }
  return sum;
}

/** kWh that people add to the lifetime counters of inverters, where these tell of the station. */
const offsetsOf = (devices: readonly FleetDevice[]): number =>
  devices.reduce(
    (sum, device) => (partOf(device) === 'producer' ? sum + (device.energyOffset ?? 0) : sum),
    0,
  );

/** Whether the production of today goes by the lifetime counters of the inverters, so that these tell of it between two roll-ups. */
export function countsLifetime({ fleet }: Pick<StateBook, 'fleet'>, { id, sun }: StationState): boolean {
  const station = fleet.station(id);
  if (!station?.counters) return true;
  const counter = counterAt(counterSpans(station), Number.isNaN(sun.dayStart) ? Infinity : sun.dayStart);
  return counter === 'automatic' || counter === 'lifetimeCounter';
}

/** Sum of all years, where no counter tells of the life of the station; null while they are not read. */
function summedEnergy({ years, year }: StationState): number | null {
  if (!years || Number.isNaN(year.kwh)) return null;
  let sum = year.kwh;
  for (const [start, kwh] of years) if (start !== year.start) sum += kwh;
  return sum;
}

export function producersOf(book: StateBook, stationId: number): FleetDevice[] {
  return book.fleet.devicesOf(stationId).filter((device) => partOf(device) === 'producer');
}

/** Sum of the producers' lifetime counters as far as they are believed, kWh; null unless every one of them has one. */
function lifetimeEnergy(book: StateBook, stationId: number): number | null {
  const counters = producersOf(book, stationId).map(({ id }) => book.device(id)?.lifetime?.kwh ?? NaN);
  return counters.length > 0 ? orNull(counters.reduce((sum, value) => sum + value, 0)) : null;
}
