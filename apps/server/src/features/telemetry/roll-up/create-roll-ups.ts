import { messageOf } from '../../../platform/errors.ts';
import type { Ownership } from '../../../platform/ownership/ownership.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { OpenFleet, SunlightOf } from '../../fleet/index.ts';
import type { RunningIngest } from '../ingest/create-ingest.ts';
import { countKeptStates } from './count-kept-states.ts';
import { OwedRanges } from './owed-ranges.ts';
import { readHistorySpans, readOwed, readProgress } from './progress.ts';
import { recountStation, type Recount } from './redo/recount-station.ts';
import { recutStation, type Recut } from './redo/recut-station.ts';
import { redoRollUps, type Removed } from './redo/redo-roll-ups.ts';
import type { NewEnergies } from './roll-up.ts';
import { RollUpWorker } from './roll-up-worker.ts';
import { readMoved, watchHomes } from './watch-homes.ts';

export interface RollUps {
  /** Works off what is owed now and what comes meanwhile; resolves when nothing is left. Rejects when a store fails. */
  settle(): Promise<void>;
  /** Makes means and energies again after samples were removed. Rejects when a store fails; it may be repeated. */
  redo(removed: Removed): Promise<void>;
  /** Cuts energies and counts of a station into its local days again. Rejects when a store fails; it may be repeated. */
  recut(station: Recut): Promise<void>;
  /** Makes energies of a station again by the counters that were chosen. Rejects when a store fails; it may be repeated. */
  recount(station: Recount & { devices: readonly number[] }): Promise<void>;
  /** Whether so much of the last day of a device came late and is not computed yet that its energies say little. */
  isBehind(deviceId: number): boolean;
  onEnergies(listener: (energies: NewEnergies) => void): void;
  /** Reads what is owed since the last process stopped. */
  read(): Promise<void>;
  /** Begins to work in the background, from where the last process stopped. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface RollUpInput {
  /** What this server decides over. */
  ownership: Ownership;
  /** Devices of it: what is stored of others, other servers compute. */
  owns: (deviceId: number) => boolean;
  fleet: OpenFleet;
  sunlight: SunlightOf;
  ingest: Pick<RunningIngest, 'storedUntil'>;
  /** How long late data is worked off before others have a turn, milliseconds. */
  sliceMs?: number;
  /** How often recent data has a turn amid a long run, milliseconds. */
  amidMs?: number;
}

/**
 * Keeps means and energies true to the samples: notes what each stored block touched and computes those spans again.
 * Nothing depends on a run having happened before: what is written follows from the samples alone.
 */
export function createRollUps(
  platform: Platform,
  { ownership, owns, fleet, sunlight, ingest, sliceMs, amidMs }: RollUpInput,
): RollUps {
  const { samples: db, bus, health, clock } = platform;
  const slow = new Map<number, number>();
  const owed = new OwedRanges({
    ownerOf: (device) => fleet.entry(device)?.organisationId ?? null,
    slow: (device) => slow.has(device),
    now: () => clock.now(),
  });
  owed.mark(ingest.storedUntil());
  const listeners: ((energies: NewEnergies) => void)[] = [];
  const announce = (energies: NewEnergies) => {
    for (const listener of listeners) listener(energies);
  };
  const worker = new RollUpWorker({
    platform,
    ownership,
    fleet,
    sunlight,
    ingest,
    owed,
    slow,
    announce,
    sliceMs,
    amidMs,
  });
  const unsubscribe = bus.subscribe('stored', (block) => {
    owed.addBlock(block);
    worker.noteStored(block.length);
  });
  const homes = watchHomes(platform, { fleet, owns, owed });
  const readAll = async () => {
    const progress = await readProgress(ownership, db, clock.now());
    for await (const ranges of readOwed(db, progress))
      owed.add({ ranges: ranges.filter(({ device }) => owns(device)), since: progress ?? 0 });
    if (progress === undefined) return;
    const moved = (await readMoved(platform.db, progress)).filter(owns);
    owed.add({ ranges: await readHistorySpans(db, moved), since: progress });
  };
  let reading: Promise<void> | undefined;
  let isStopped = false;
  let counting: Promise<void> | undefined;
  const countKept = () =>
    countKeptStates({ db, fleet, sunlight, now: clock.now() }, () => isStopped).catch((error) =>
      platform.log.warn({ err: messageOf(error) }, 'run states of before are counted at the next start'),
    );
  health.add({
    name: 'rollUps',
    essential: false,
    check() {
      const { error, tookMs } = worker.last;
      const detail = { owed: owed.size, lastRunMs: Math.round(tookMs ?? 0), error: error ?? null };
      return { state: error ? 'degraded' : 'ok', detail };
    },
  });
  return {
    async settle() {
      await homes.marked();
      await worker.settle();
    },
    async redo(removed) {
      await fleet.ensure([...removed.points.keys()]);
      await worker.alone((run, between) => redoRollUps(run, removed, between));
    },
    async recut(station) {
      await fleet.ensure(station.devices);
      await worker.alone((run, between) => recutStation(run, station, between));
    },
    async recount(station) {
      await fleet.ensure(station.devices);
      await worker.alone((run, between) => recountStation(run, station, between));
    },
    isBehind: (deviceId) => owed.isBehind(deviceId),
    onEnergies: (listener) => void listeners.push(listener),
    read: () => (reading ??= readAll()),
    async start() {
      await (reading ??= readAll());
      worker.start();
      counting = countKept();
    },
    async stop() {
      isStopped = true;
      unsubscribe();
      homes.stop();
      await worker.stop();
      await counting;
    },
  };
}
