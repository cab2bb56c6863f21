import { dayRange, localDayOf } from '@sunfleet/analysis';
import type { SampleBlock } from '../../platform/ingest.ts';
import type { DeviceSighting } from '../../platform/topics.ts';
import type { Fleet, SunlightOf } from '../fleet/index.ts';
import type { StateBook } from './live-views.ts';
import { EarlyStates } from './early-states.ts';
import type { StandingAlarm } from './read-states.ts';
import { DeviceState, NUMBERS_OF_DEVICE } from './device-state.ts';
import { NumberRows } from './number-rows.ts';
import { silenceLimit } from './device-status.ts';
import { SLOT_OF } from './state-points.ts';
import { newStationState, NUMBERS_OF_STATION, type StationState } from './station-state.ts';

/** Each so many looks all devices are looked at, should a change have been missed. */
const LOOKS_OF_ROUND = 20;

/** States of the whole fleet in memory, changed by what is announced; says whom each change concerns. */
export class FleetStates implements StateBook {
  readonly fleet: Fleet;
  readonly isBehind: StateBook['isBehind'];
  readonly #sunlight: SunlightOf;
  readonly #devices = new Map<number, DeviceState>();
  readonly #rowsOfDevices = new NumberRows(NUMBERS_OF_DEVICE);
  readonly #rowsOfStations = new NumberRows(NUMBERS_OF_STATION);
  /** The rest of the round over all devices. */
  #round: Iterator<number, unknown> = this.#devices.keys();
  #lookedAt = -Infinity;
  readonly #stations = new Map<number, StationState>();
  readonly #alarms = new Map<number, StandingAlarm>();
  /** Devices and stations whose state may have changed since the last look. */
  readonly changedDevices = new Set<number>();
  readonly changedStations = new Set<number>();
  /** Of devices that the fleet does not know yet. */
  readonly #early = new EarlyStates();

  constructor(fleet: Fleet, sunlight: SunlightOf, isBehind: StateBook['isBehind'] = () => false) {
    this.fleet = fleet;
    this.#sunlight = sunlight;
    this.isBehind = isBehind;
  }

  device(id: number): DeviceState | undefined {
    return this.#devices.get(id);
  }

  station(id: number): StationState | undefined {
    const known = this.#stations.get(id);
    if (known || !this.fleet.station(id)) return known;
    const state = newStationState(id, this.#rowsOfStations.add());
    this.#stations.set(id, state);
    return state;
  }

  touch(deviceId: number): void {
    const device = this.fleet.device(deviceId);
    if (!device) return;
    if (this.#early.has(deviceId)) this.stateOf(deviceId);
    this.changedDevices.add(deviceId);
    if (device.stationId !== null) this.changedStations.add(device.stationId);
    if (device.parentId !== null) this.changedDevices.add(device.parentId);
  }

  /** Rows of one device stand together, so each device is looked up once a run of rows. */
  takeBlock(block: SampleBlock, now: number): void {
    const { length, devices, points, times, values } = block;
    let state: DeviceState | undefined;
    let current = -1;
    let before = 0;
    for (let row = 0; row < length; row += 1) {
      const device = devices[row] ?? 0;
      if (device !== current) {
        notePast(state, { before, now });
        current = device;
        state = this.#heardOf(device);
        before = state.lastDataAt;
        this.touch(device);
      }
      if (!state) continue;
      const time = times[row] ?? 0;
      if (time > state.lastDataAt) state.takeMessage(time);
      const slot = SLOT_OF[points[row] ?? 0] ?? -1;
      if (slot >= 0) state.takeValue(slot, time, values[row] ?? NaN);
    }
    notePast(state, { before, now });
  }

  takeSighting(seen: DeviceSighting): void {
    const state = this.#heardOf(seen.deviceId);
    state.connected = seen.online;
    if (seen.online) {
      state.connection = seen.connection;
      state.lastSeenAt = Math.max(state.lastSeenAt, seen.at);
    }
    if (seen.signal !== undefined) state.signal = seen.signal;
    this.touch(seen.deviceId);
  }

  /** Puts or, when it has recovered, removes an alarm. */
  takeAlarm(alarm: StandingAlarm, stands: boolean): void {
    const known = this.#alarms.get(alarm.id);
    if (known) this.#count(known, -1);
    this.#alarms.delete(alarm.id);
    if (!stands) return;
    this.#alarms.set(alarm.id, alarm);
    this.#count(alarm, 1);
  }

  /** Puts the alarms of some devices in the place of those known of them. */
  retakeAlarms(deviceIds: ReadonlySet<number>, standing: readonly StandingAlarm[]): void {
    const known = [...this.#alarms.values()];
    for (const alarm of known) {
      if (alarm.deviceId !== null && deviceIds.has(alarm.deviceId)) this.takeAlarm(alarm, false);
    }
    for (const alarm of standing) this.takeAlarm(alarm, true);
  }

  #count(alarm: StandingAlarm, by: 1 | -1): void {
    const device = alarm.deviceId === null ? undefined : this.stateOf(alarm.deviceId);
    if (device) {
      device.openAlarms += by;
      // An alarm about being offline is no fault of the device.
      if (alarm.level !== 'tip' && alarm.type === 'deviceFault') device.faults += by;
      this.touch(device.id);
    }
    const station = alarm.stationId === null ? undefined : this.station(alarm.stationId);
    if (!station) return;
    station.alarms[alarm.level] += by;
    this.changedStations.add(station.id);
  }

  /** Looks where the sun and the local day of a station are. */
  turn(stationId: number, now: number): StationState | undefined {
    const station = this.fleet.station(stationId);
    const state = this.station(stationId);
    if (!station || !state) return undefined;
    if (!(now >= state.sun.dayStart && now < state.sun.dayEnd)) {
      const day = localDayOf(now, station.timeZone);
      const { start, end } = dayRange(day, station.timeZone);
      const { sunrise, sunset, polar } = this.#sunlight(station).of(day);
      state.sun = { sunrise, sunset, polar, dayStart: start, dayEnd: end };
    }
    return state;
  }

  /** Touches every device and station. */
  touchAll(): void {
    for (const device of this.fleet.devices()) this.changedDevices.add(device.id);
    for (const station of this.fleet.stations()) this.changedStations.add(station.id);
  }

  /**
   * Touches the devices that change by the time alone, because no event says that one has fallen silent. A look at each of a large fleet would
   * cost seconds; so each look does that for some of them, and for all where the clock was set back.
   */
  touchDue(now: number): void {
    if (now < this.#lookedAt) this.touchAll();
    this.#lookedAt = now;
    for (const [id, { changesAt }] of this.#devices) if (!(changesAt > now)) this.touch(id);
    for (let left = Math.ceil(this.#devices.size / LOOKS_OF_ROUND); left > 0; left -= 1) {
      const next = this.#round.next();
      if (next.done) this.#round = this.#devices.keys();
      else this.touch(next.value);
    }
  }

  /** The state of a device of the fleet, made where there was none. */
  stateOf(deviceId: number): DeviceState | undefined {
    const known = this.#devices.get(deviceId);
    if (known) return known;
    const device = this.fleet.device(deviceId);
    if (!device) return undefined;
    const state = new DeviceState(deviceId, device.interval, this.#rowsOfDevices.add());
    this.#devices.set(deviceId, state);
    const early = this.#early.take(deviceId);
    if (early) state.continue(early);
    return state;
  }

  /** The same for a device that something came from, whether the fleet knows it already or not. */
  #heardOf(deviceId: number): DeviceState {
    return this.stateOf(deviceId) ?? this.#early.stateOf(deviceId);
  }
}

/** A message newer than the ones before that would count as silence is of the time in which the device was away. */
function notePast(state: DeviceState | undefined, { before, now }: { before: number; now: number }): void {
  if (!state || state.lastDataAt <= before) return;
  const silence = silenceLimit(state.interval);
  if (now - state.lastDataAt > silence) state.takePast(now, silence);
}
