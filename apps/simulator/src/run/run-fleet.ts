import { enlargeFleet } from '../fleet/enlarge-fleet.ts';
import { loadFleet } from '../fleet/load-fleet.ts';
import { createSecretKeeper } from '../links/secret-keeper.ts';
import type { SimulatorOptions } from '../options.ts';
import { serveControl } from './control.ts';
import { createFeeds, type Feed } from './feeds.ts';
import { HISTORY_STEP_MS, sendHistory } from './history.ts';
import { tick } from './live.ts';
import { createSimulation, type LiveStation, type Simulation } from './simulation.ts';
import { readState, writeState } from './state-file.ts';

const DAY_MS = 86_400_000;
const TICK_MS = 1000;
const SAVE_MS = 60_000;
/** Registers read twice within this time show the same moment. */
const FRESH_MS = 2000;
const LONGEST_GAP_DAYS = 35;

export interface RunningFleet {
  simulation: Simulation;
  /** Cuts all lines and keeps the state. */
  stop(): Promise<void>;
}

export interface RunHooks {
  say(message: string): void;
  /** The past has been sent; live readings follow. */
  onReady(): void;
}

/** Runs a fleet: the past first (or what was missed since the last run), then live until stopped. */
export async function runFleet(options: SimulatorOptions, hooks: RunHooks): Promise<RunningFleet> {
  const now = Date.now;
  const loaded = loadFleet(options.fleetFile);
  const fleet = options.stations === undefined ? loaded : enlargeFleet(loaded, options.stations);
  const earlier = options.stateFile === undefined ? undefined : readState(options.stateFile);
  const from = startOf(options, earlier?.time, now());
  const simulation = createSimulation(fleet, {
    from,
    born: now(),
    earlier,
    passingFaults: options.passingFaults,
  });
  const onProblem = limitedSay(hooks.say);
  const refresh = (station: LiveStation) => {
    if (now() - station.model.time > FRESH_MS) simulation.step(station, now());
  };
  const secrets = createSecretKeeper(
    options.stateFile === undefined ? undefined : `${options.stateFile}.secrets`,
  );
  const feeds = simulation.stations.flatMap((station) =>
    createFeeds(station, { gateways: options.gateways, secrets, now, refresh, onProblem }),
  );
  const control =
    options.controlPort === undefined ? undefined : await serveControl(simulation, options.controlPort, now);
  const save = () => options.stateFile !== undefined && writeState(options.stateFile, simulation.state());
  // Kept before the past is sent, so that a run that dies meanwhile is repeated with the same counters.
  save();
  await catchUp(simulation, feeds, { ...options, from, say: hooks.say });
  if (!earlier) await introduceLoggers(feeds, onProblem);
  save();
  const timers = [
    setInterval(() => tick(simulation, feeds, { now, interval: options.interval, onProblem }), TICK_MS),
    setInterval(save, SAVE_MS),
  ];
  hooks.onReady();
  return {
    simulation,
    async stop() {
      timers.forEach(clearInterval);
      control?.close();
      save();
      await Promise.all(feeds.map((feed) => feed.close()));
    },
  };
}

/** Where this run begins: where the last one ended, or as many days ago as wanted. */
function startOf(options: SimulatorOptions, earlier: number | undefined, now: number): number {
  if (earlier !== undefined) return Math.max(earlier, now - LONGEST_GAP_DAYS * DAY_MS);
  return now - options.historyDays * DAY_MS;
}

interface CatchUp extends SimulatorOptions {
  from: number;
  say(message: string): void;
}

async function catchUp(
  simulation: Simulation,
  feeds: readonly Feed[],
  { from, speed, say }: CatchUp,
): Promise<void> {
  const to = Date.now();
  if (to - from < HISTORY_STEP_MS) return;
  const days = ((to - from) / DAY_MS).toFixed(1);
  say(`Sending ${days} days of ${simulation.stations.length} stations ...`);
  const { readings } = await sendHistory(simulation, feeds, { from, to, speed });
  say(`Sent ${readings} readings of the past in ${((Date.now() - to) / 1000).toFixed(1)} s.`);
}

/** Every logger says hello once, so that the platform knows, and can miss, one that is offline from the start. */
async function introduceLoggers(feeds: readonly Feed[], onProblem: (message: string) => void): Promise<void> {
  const loggers = new Set(feeds.flatMap(({ logger }) => logger ?? []));
  await Promise.all(
    [...loggers].map((logger) => logger.upload().catch((error: Error) => onProblem(error.message))),
  );
}

/** Says a problem once a minute at most: a fleet that lost its server would say it thousands of times. */
function limitedSay(say: (message: string) => void): (message: string) => void {
  let last = 0;
  let swallowed = 0;
  return (message) => {
    if (Date.now() - last < 60_000) {
      swallowed += 1;
      return;
    }
    say(swallowed > 0 ? `${message} (and ${swallowed} more problems)` : message);
    last = Date.now();
    swallowed = 0;
  };
}
