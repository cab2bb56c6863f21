import type { Platform } from '../../../platform/platform.ts';
import type { OpenFleet, SunlightOf } from '../../fleet/index.ts';
import type { RunningIngest } from '../ingest/create-ingest.ts';
import { DirtyRanges } from './dirty-ranges.ts';
import { readOwed, readProgress } from './progress.ts';
import type { NewEnergies } from './roll-up.ts';
import { RollUpWorker } from './roll-up-worker.ts';
import { watchHomes } from './watch-homes.ts';

export interface RollUps {
  /** Works off what is owed now and what comes meanwhile; resolves when nothing is left. Rejects when a store fails. */
  settle(): Promise<void>;
  onEnergies(listener: (energies: NewEnergies) => void): void;
  /** Begins to work in the background, from where the last process stopped. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Keeps means and energies true to the samples: notes what each stored block touched and computes those spans again.
 * Nothing depends on a run having happened before: what is written follows from the samples alone.
 */
export function createRollUps(
  platform: Platform,
  {
    fleet,
    sunlight,
    ingest,
  }: { fleet: OpenFleet; sunlight: SunlightOf; ingest: Pick<RunningIngest, 'storedUntil'> },
): RollUps {
  const { samples: db, bus, health } = platform;
  const dirty = new DirtyRanges();
  const listeners: ((energies: NewEnergies) => void)[] = [];
  const announce = (energies: NewEnergies) => {
    for (const listener of listeners) listener(energies);
  };
  const worker = new RollUpWorker({ platform, fleet, sunlight, ingest, dirty, announce });
  const unsubscribe = bus.subscribe('stored', (block) => {
    dirty.addBlock(block);
    worker.noteStored(block.length);
  });
  const homesMarked = watchHomes(platform, fleet, dirty);
  health.add({
    name: 'rollUps',
    essential: false,
    check() {
      const { error, tookMs } = worker.last;
      const detail = { owedDevices: dirty.size, lastRunMs: Math.round(tookMs ?? 0), error: error ?? null };
      return { state: error ? 'degraded' : 'ok', detail };
    },
  });
  return {
    async settle() {
      await homesMarked();
      await worker.settle();
    },
    onEnergies: (listener) => void listeners.push(listener),
    async start() {
      dirty.giveBack(await readOwed(db, await readProgress(db)));
      worker.start();
    },
    async stop() {
      unsubscribe();
      await worker.stop();
    },
  };
}
