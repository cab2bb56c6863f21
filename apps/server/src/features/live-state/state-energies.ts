import { localDayOf, monthRange, yearRange } from '@sunfleet/analysis';
import type { Grain } from '@sunfleet/contract';
import type { SamplesDb } from '../../platform/clickhouse/samples-db.ts';
import { type Cells, dayStart, type FlowCells, type NewEnergies, readCells } from '../telemetry/index.ts';
import { countsLifetime } from './live-views.ts';
import type { FleetStates } from './state-book.ts';

const DAY_MS = 86_400_000;
/** Stations or devices that are read together. */
const AT_ONCE = 10_000;

const energyAt = (cells: Cells | undefined, start: number): number | undefined => {
  const cell = cells?.get(start);
  return cell && cell.kwh + cell.spread;
};

/**
 * Takes the day, month and year of now from energies: fresh ones of a roll-up, or `stored` ones, whose day may hold what a device measured for its
 * former owner.
 */
export function takeEnergies(book: FleetStates, energies: NewEnergies, now: number, stored = false): void {
  for (const flow of energies.devices) if (flow.flow === 'pv') takeDevice(book, flow, { now, stored });
  for (const flow of energies.stations) if (flow.flow === 'pv') takeStation(book, flow, now);
}

function takeDevice(
  book: FleetStates,
  flow: FlowCells,
  { now, stored }: { now: number; stored: boolean },
): void {
  const device = book.fleet.device(flow.id);
  const state = book.device(flow.id);
  if (!device || !state) return;
  const since = device.measuredSince ?? -Infinity;
  const counter = flow.counter && flow.counter.at >= since ? flow.counter : undefined;
  // Late data of long ago has an older reading than the one known.
  if (counter && counter.at >= (state.lifetime?.at ?? 0)) state.lifetime = counter;
  book.touch(flow.id);
  const start = dayStart(now, book.fleet.zoneOf(device));
  if (stored && start < since) return;
  const kwh = energyAt(flow.cells.get('day'), start);
  if (kwh === undefined) return;
  const goesOn = counter?.isNewest && state.lifetime?.isNewest;
  state.day = { start, kwh, counter: goesOn ? state.lifetime!.kwh : NaN };
}

function takeStation(book: FleetStates, flow: FlowCells, now: number): void {
  const station = book.fleet.station(flow.id);
  const state = book.turn(flow.id, now);
  if (!station || !state) return;
  const today = localDayOf(now, station.timeZone);
  const take = (grain: 'day' | 'month' | 'year', start: number) => {
    const kwh = energyAt(flow.cells.get(grain), start);
    if (kwh !== undefined) state[grain] = { start, kwh };
  };
  take('day', state.sun.dayStart);
  take('month', monthRange(today, station.timeZone).start);
  take('year', yearRange(today, station.timeZone).start);
  for (const start of flow.cells.get('year')?.keys() ?? []) {
    const kwh = energyAt(flow.cells.get('year'), start);
    if (kwh !== undefined && !Number.isNaN(kwh)) state.years?.set(start, kwh);
  }
  const day = flow.cells.get('day')?.get(state.sun.dayStart);
  if (day) state.metered = day.source === 'meter';
  book.changedStations.add(flow.id);
}

/** Reads what the roll-ups of earlier runs say of the current day, month and year. */
export async function readEnergies(
  db: SamplesDb,
  book: FleetStates,
  of: { now: number; stations: readonly number[]; devices: readonly number[] },
): Promise<void> {
  const { now } = of;
  const spans = {
    day: { start: now - 2 * DAY_MS, end: now + 2 * DAY_MS },
    month: { start: now - 33 * DAY_MS, end: now + 2 * DAY_MS },
    year: { start: now - 368 * DAY_MS, end: now + 2 * DAY_MS },
  };
  const take = async (subject: 'device' | 'station', ids: readonly number[]) => {
    for (let i = 0; i < ids.length; i += AT_ONCE) {
      const flows: FlowCells[] = [];
      const stored = await readCells(db, subject, {
        ids: ids.slice(i, i + AT_ONCE),
        spans: subject === 'station' ? spans : { day: spans.day },
      });
      for (const [id, byFlow] of stored) {
        const cells: ReadonlyMap<Grain, Cells> | undefined = byFlow.get('pv');
        if (cells) flows.push({ id, flow: 'pv', cells });
      }
      const none: readonly FlowCells[] = [];
      takeEnergies(
        book,
        subject === 'station' ? { stations: flows, devices: none } : { stations: none, devices: flows },
        now,
        true,
      );
    }
  };
  await take('station', of.stations);
  await readYears(db, book, of);
  await take('device', of.devices);
}

/** Reads all years of the stations of which no counter tells the life. */
async function readYears(
  db: SamplesDb,
  book: FleetStates,
  { now, stations }: { now: number; stations: readonly number[] },
): Promise<void> {
  const summed = stations.flatMap((id) => {
    const state = book.fleet.station(id)?.counters ? book.turn(id, now) : undefined;
    return state && !countsLifetime(book, state) ? [state] : [];
  });
  const ids = summed.map(({ id }) => id);
  const stored = await readCells(db, 'station', {
    ids,
    spans: { year: { start: 0, end: now + 2 * DAY_MS } },
  });
  for (const state of summed) {
    const cells = stored.get(state.id)?.get('pv')?.get('year') ?? new Map();
    const years = [...cells.keys()].flatMap((start): [number, number][] => {
      const kwh = energyAt(cells, start);
      return kwh === undefined || Number.isNaN(kwh) ? [] : [[start, kwh]];
    });
    state.years = new Map(years);
  }
}

/**
 * A new local day, month or year begins at nothing; what is not heard of stays unknown until it is. A station is a step: at the midnight of a zone fifty
 * thousand take half a second.
 */
export function* beginPeriods(book: FleetStates, now: number): Generator<undefined, void, undefined> {
  for (const station of book.fleet.stations()) {
    yield;
    const state = book.turn(station.id, now);
    if (!state || state.periodsOf === state.sun.dayStart) continue;
    state.periodsOf = state.sun.dayStart;
    book.changedStations.add(station.id);
    const today = localDayOf(now, station.timeZone);
    const starts = {
      day: state.sun.dayStart,
      month: monthRange(today, station.timeZone).start,
      year: yearRange(today, station.timeZone).start,
    };
    for (const grain of ['day', 'month', 'year'] as const) {
      if (!(state[grain].start < starts[grain])) continue;
      state[grain] = { start: starts[grain], kwh: 0 };
    }
    for (const device of book.fleet.devicesOf(station.id)) beginDay(book, device.id, state.sun.dayStart);
  }
}

function beginDay(book: FleetStates, deviceId: number, start: number): void {
  const state = book.device(deviceId);
  if (!state || !(state.day.start < start)) return;
  state.day = { start, kwh: 0, counter: NaN };
  book.touch(deviceId);
}
