import { setTimeout as wait } from 'node:timers/promises';
import { every } from '../../platform/jobs/every.ts';
import type { Platform } from '../../platform/platform.ts';
import { modelOf } from '../telemetry/index.ts';
import { advance, type Weather } from './day-expectation.ts';
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
 * Keeps what the sun should have given each station today: the same model as the curve "expected", summed on each minute. After a start
 * the day is summed from its midnight over what the sensors have stored, so that nothing of it has to be kept elsewhere.
 */
export function keepExpectations(
  { samples, clock, log }: Pick<Platform, 'samples' | 'clock' | 'log'>,
  { book, due }: { book: FleetStates; due: () => void },
) {
  let isFirst = true;
  const round = async () => {
    const ids = [...book.fleet.stations()].map(({ id }) => id);
    let began = performance.now();
    for (let from = 0; from < ids.length; from += READ_TOGETHER) {
      const stations = ids.slice(from, from + READ_TOGETHER);
      // After the first round the newest readings are asked as they come.
      const past = isFirst ? await readPastWeather(samples, { since: clock.now() - DAY_MS, stations }) : NONE;
      for (const id of stations) {
        if (advanceStation(book, id, { now: clock.now(), past: past.get(id) })) book.changedStations.add(id);
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
  return { round, stop: () => rounds.stop() };
}

function advanceStation(
  book: FleetStates,
  id: number,
  { now, past }: { now: number; past: Parameters<typeof readingAt>[0] },
): boolean {
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
  return advance(state.expectation, { now, sun: state.sun, station: modelOf(book.fleet, station), weather });
}
