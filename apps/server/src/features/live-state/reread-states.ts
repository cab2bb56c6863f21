import type { Platform } from '../../platform/platform.ts';
import { readNewest, readStandingAlarms, type NewestValues } from './read-states.ts';
import type { FleetStates } from './state-book.ts';
import { readEnergies } from './state-energies.ts';
import type { DeviceState } from './device-state.ts';
import { forgetStored } from './forget-former.ts';
import { COUNTER_SLOT, SLOT_OF, STATE_POINTS } from './state-points.ts';

/** What stood in a state before the stores were read. */
type Before = ReadonlyMap<DeviceState, { times: readonly number[]; lastDataAt: number }>;

/**
 * Takes states of devices of which samples were removed, or that another server decided over until now, and of their stations, from the stores. What comes in meanwhile stays. Table
 * `latest` and the roll-ups must be right before.
 */
export async function rereadStates(
  { db, samples, clock }: Pick<Platform, 'db' | 'samples' | 'clock'>,
  book: FleetStates,
  deviceIds: readonly number[],
): Promise<void> {
  const states = deviceIds.flatMap((id) => book.stateOf(id) ?? []);
  const before: Before = new Map(
    states.map((state) => [
      state,
      { times: STATE_POINTS.map((_, slot) => state.timeOf(slot)), lastDataAt: state.lastDataAt },
    ]),
  );
  const [newest, alarms] = await Promise.all([
    readNewest(samples, deviceIds),
    readStandingAlarms(db, deviceIds, clock.now()),
  ]);
  for (const state of states) takeStored(state, newest.get(state.id), before);
  book.retakeAlarms(new Set(deviceIds), alarms);
  const stations = new Set(deviceIds.flatMap((id) => book.fleet.device(id)?.stationId ?? []));
  for (const id of stations) forgetPeriods(book, id);
  for (const state of states) {
    state.day = { start: NaN, kwh: NaN, counter: NaN };
    forgetStored(book, state.id);
  }
  await readEnergies(samples, book, { now: clock.now(), stations: [...stations], devices: deviceIds });
  for (const id of deviceIds) book.touch(id);
}

function takeStored(state: DeviceState, stored: NewestValues | undefined, before: Before): void {
  const { times, lastDataAt } = before.get(state)!;
  for (const [slot, time] of times.entries()) {
    if (state.timeOf(slot) === time) state.forgetValue(slot);
  }
  for (const { point, time, value } of stored?.values ?? []) {
    const slot = SLOT_OF[point] ?? -1;
    if (slot >= 0) state.takeValue(slot, time, value);
  }
  if (state.lastDataAt === lastDataAt) state.lastDataAt = 0;
  state.takeMessage(stored?.lastAt ?? 0);
  state.forgetSteps();
  // A device that never connected was seen by its samples alone.
  if (state.connection === null) state.lastSeenAt = 0;
  const counted = state.timeOf(COUNTER_SLOT);
  if ((state.lifetime?.at ?? 0) > counted) {
    const kwh = state.values[COUNTER_SLOT]!;
    state.lifetime = Number.isNaN(kwh) ? undefined : { kwh, at: counted, isNewest: true };
  }
}

/** Looks again where sun and local day of a station are, which stands or is built otherwise now. Where its days begin at another time, sums of before say nothing. */
export function takeRebuilt(book: FleetStates, stationId: number, now: number): void {
  const state = book.station(stationId);
  if (!state) return;
  const { dayStart } = state.sun;
  state.sun.dayStart = NaN;
  book.turn(stationId, now);
  if (state.sun.dayStart !== dayStart) forgetPeriods(book, stationId);
}

/** What no roll-up tells of is unknown, as after a start. */
function forgetPeriods(book: FleetStates, stationId: number): void {
  const station = book.station(stationId);
  if (!station) return;
  for (const grain of ['day', 'month', 'year'] as const) station[grain] = { start: NaN, kwh: NaN };
  book.changedStations.add(stationId);
}
