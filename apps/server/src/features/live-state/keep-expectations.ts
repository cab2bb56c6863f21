import { setTimeout as wait } from 'node:timers/promises';
import { inSmallSteps } from '../../platform/in-small-steps.ts';
import { every } from '../../platform/jobs/every.ts';
import type { Platform } from '../../platform/platform.ts';
import { modelOf } from '../telemetry/index.ts';
import { advanceSteps, noExpectation, type Weather } from './day-expectation.ts';
import { LateWeather } from './late-weather.ts';
import { balanceNow } from './live-views.ts';
import { readingAt, readPastWeather } from './past-weather.ts';
import type { FleetStates } from './state-book.ts';

const ROUND_MS = 60_000;
/** A large fleet is gone through in pieces, so that nothing else waits for it. */
const PIECE_MS = 20;
const REST_MS = 40;
/** The newest reading of a sensor stands for no more than this. */
const FRESH_MS = 15 * 60_000;
/** A local day began at most so long ago. */
const DAY_MS = 26 * 3_600_000;
/** Stations whose past is read together: a sensor has some three hundred readings of it. */
const READ_TOGETHER = 500;
const NONE: Awaited<ReturnType<typeof readPastWeather>> = new Map();

/**
 * Keeps what the sun should have given each station today: the model of its design summed on each minute, and what its curve says by then. After a start
 * the day is summed from its midnight over what the sensors have stored, so that nothing of it has to be kept elsewhere. So it is when
 * a sensor's readings came late; until they are computed, nothing is expected of the station.
 */
export function keepExpectations(
  { samples, bus, clock, log }: Pick<Platform, 'samples' | 'bus' | 'clock' | 'log'>,
  {
    book,
    due,
    readComputed,
  }: { book: FleetStates; due: () => void; readComputed: (now: number) => Promise<void> },
) {
  let isFirst = true;
  const late = new LateWeather(book);
  const forget = (station: number) => {
    const state = book.station(station);
    if (state) {
      state.expectation = noExpectation();
      delete state.computed;
    }
    book.changedStations.add(station);
  };
  const unsubscribe = bus.subscribe('stored', (block) => late.take(block, clock.now()).forEach(forget));
  const round = async () => {
    await readComputed(clock.now());
    const ids = [...book.fleet.stations()].map(({ id }) => id);
    let began = performance.now();
    for (let from = 0; from < ids.length; from += READ_TOGETHER) {
      const stations = ids.slice(from, from + READ_TOGETHER);
      // After the first round the newest readings are asked as they come.
      const since = clock.now() - DAY_MS;
      const again = isFirst ? stations : stations.filter((id) => late.isReady(id, clock.now()));
      const past = again.length > 0 ? await readPastWeather(samples, { since, stations: again }) : NONE;
      for (const id of stations) {
        // More may have come while the past was read.
        if (late.has(id) && !(again.includes(id) && late.isReady(id, clock.now()))) continue;
        late.done(id);
        try {
          if (await advanceStation(book, id, { now: clock.now(), past: past.get(id) }))
            book.changedStations.add(id);
        } catch (error) {
          // Whatever is stored of it: the others have their turn.
          log.error({ err: error, stationId: id }, 'what the sun should give a station was not summed');
        }
        if (performance.now() - began < PIECE_MS) continue;
        due();
        await wait(REST_MS);
        began = performance.now();
      }
    }
    isFirst = false;
    due();
  };
  const rounds = every(ROUND_MS, round, { log, name: 'expectations' });
  rounds.wake();
  const stop = async () => {
    unsubscribe();
    await rounds.stop();
  };
  /** Forgets the day of a station that stands or is built otherwise now; the next round sums it again. */
  const again = (station: number) => {
    late.add(station, clock.now());
    forget(station);
    rounds.wake();
  };
  return { round, again, stop };
}

async function advanceStation(
  book: FleetStates,
  id: number,
  { now, past }: { now: number; past: Parameters<typeof readingAt>[0] },
): Promise<boolean> {
  const station = book.fleet.station(id);
  const state = book.turn(id, now);
  if (!station || !state || station.capacityKw <= 0) return false;
  let newest: Weather | undefined;
  const weather = (time: number) => {
    const stored = readingAt(past, time);
    if (stored || now - time > FRESH_MS) return stored;
    newest ??= balanceNow(book, id, now);
    return Number.isNaN(newest.poa) && Number.isNaN(newest.ghi) ? undefined : newest;
  };
  const model = modelOf(book.fleet, station, now);
  const known = state.expectation;
  const day = { ...known };
  const steps = advanceSteps(day, { now, sun: state.sun, station: model, weather });
  const isChanged = await inSmallSteps(steps);
  // Others see whole sums. What was forgotten meanwhile is summed again.
  if (state.expectation !== known) return false;
  state.expectation = day;
  return isChanged;
}
