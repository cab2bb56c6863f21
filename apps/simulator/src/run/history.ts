import { setTimeout as wait } from 'node:timers/promises';
import { readDevice } from '../station/read-device.ts';
import { isAsleep } from '../station/read-inverter.ts';
import { isHeard } from '../station/is-heard.ts';
import type { Detail } from '../station/reading.ts';
import { PAST_BATCH, type Feed } from './feeds.ts';
import type { Simulation } from './simulation.ts';

export interface HistoryOptions {
  /** Epoch ms. */
  from: number;
  to: number;
  /** Simulated seconds in a real one; Infinity: as fast as the platform takes it. */
  speed: number;
}

export const HISTORY_STEP_MS = 300_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Steps between two readings with everything: recent ones often, older ones by the hour, as archives thin out. */
const DETAIL_RECENT = 3;
const DETAIL_OLD = 12;
/** Steps between two readings of a device that sleeps. */
const SLEEP_STEPS = 3;
const RECENT_MS = 2 * DAY_MS;
/** What a logger stick has kept itself, and sends as buffered frames. */
const STICK_MEMORY_MS = DAY_MS / 4;

/** Sends the past of all devices through the gateways in five-minute steps; resolves when everything is acknowledged. */
export async function sendHistory(
  simulation: Simulation,
  feeds: readonly Feed[],
  options: HistoryOptions,
): Promise<{ readings: number }> {
  const paced = Number.isFinite(options.speed);
  const outboxes = [...new Set(feeds.flatMap((feed) => [feed.past ?? [], feed.live ?? []].flat()))];
  for (const outbox of outboxes) outbox.atLeast = paced ? 1 : PAST_BATCH;
  let readings = 0;
  const first = Math.ceil((options.from + 1) / HISTORY_STEP_MS);
  const last = Math.floor(options.to / HISTORY_STEP_MS);
  for (let step = first; step <= last; step += 1) {
    const time = step * HISTORY_STEP_MS;
    for (const station of simulation.stations) simulation.step(station, time);
    const detail = detailAt(step, options.to - time);
    for (const feed of feeds) readings += addPast(feed, { step, age: options.to - time, detail });
    if (paced) await wait(HISTORY_STEP_MS / options.speed);
    // The memory of all devices together stays small: none runs ahead of its acknowledgements by more than some hours.
    else await Promise.all(outboxes.map((outbox) => outbox.below(2 * PAST_BATCH - 1)));
  }
  for (const outbox of outboxes) outbox.atLeast = 1;
  await Promise.all(outboxes.filter((outbox) => !outbox.isCut).map((outbox) => outbox.below(0)));
  return { readings };
}

function detailAt(step: number, age: number): Detail {
  return step % (age < RECENT_MS ? DETAIL_RECENT : DETAIL_OLD) === 0 ? 'all' : 'main';
}

/** Adds the reading of a step; 0 where there is none: the logger was away, or the device sleeps and seldom says so. */
function addPast(
  { station, device, live, past, pushes }: Feed,
  at: { step: number; age: number; detail: Detail },
): number {
  const { parentSn } = device.device;
  if (!isHeard(station.model, device)) return 0;
  if (isAsleep(device) && at.step % SLEEP_STEPS !== 0) return 0;
  const kept = parentSn !== null && pushes && at.age < STICK_MEMORY_MS;
  const outbox = kept ? live : past;
  outbox?.add(readDevice(station.model, device, { light: station.light, detail: kept ? 'all' : at.detail }));
  return outbox ? 1 : 0;
}
