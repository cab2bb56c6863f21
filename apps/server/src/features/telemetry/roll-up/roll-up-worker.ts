import { messageOf } from '../../../platform/errors.ts';
import { askForJob } from '../../../platform/jobs/add-job.ts';
import type { Ownership } from '../../../platform/ownership/ownership.ts';
import type { Platform } from '../../../platform/platform.ts';
import { nextVersion } from '../../../platform/postgres/next-version.ts';
import { isStoreFailure } from '../../../platform/store-failure.ts';
import type { OpenFleet, SunlightOf } from '../../fleet/index.ts';
import type { RunningIngest } from '../ingest/create-ingest.ts';
import type { BetweenSteps } from './between-steps.ts';
import type { RollUpRun } from './device-energies.ts';
import type { TouchedRange } from './dirty-ranges.ts';
import type { OwedBatch, OwedRanges } from './owed-ranges.ts';
import { planBatches } from './plan-batches.ts';
import { REST_MS, restAfter } from './rest-after.ts';
import { rollUp, type NewEnergies } from './roll-up.ts';

/** How often the worker looks whether a run is due. */
const LOOK_MS = 10_000;
/** The pause between two slices of what is due at once. */
const BREATH_MS = 1000;
/** How long late data is worked off before recent data of everybody may have its turn. */
const SLICE_MS = 5000;

interface Parts {
  platform: Pick<Platform, 'samples' | 'clock' | 'log' | 'db'>;
  ownership: Ownership;
  fleet: OpenFleet;
  sunlight: SunlightOf;
  ingest: Pick<RunningIngest, 'storedUntil'>;
  /** What is owed. A run that fails gives back what it took. */
  owed: OwedRanges;
  /** Longest normal step of devices that report slowly, which runs learn. */
  slow: Map<number, number>;
  announce: (energies: NewEnergies) => void;
  sliceMs?: number | undefined;
  /** How long after its last begin recent data has a turn amid a long run. */
  amidMs?: number | undefined;
}

/** What the last run over recent or late data was like. */
interface LastRun {
  tookMs: number | undefined;
  /** By `performance.now()`; at first when the worker was made. */
  endedAt: number;
  isCut: boolean;
  isAway: boolean;
}

type Kind = 'recent' | 'late';

/** Works off what is owed, one slice at a time: recent data of everybody first, then late data as long as a slice lasts. */
export class RollUpWorker {
  readonly #parts: Parts;
  readonly #runs: Record<Kind, LastRun> = { recent: newRun(), late: newRun() };
  #progress = 0;
  #tookMs: number | undefined;
  #lookedAt = performance.now();
  #recentBegan = performance.now();
  /** Samples stored since the worker looked last. */
  #stored = 0;
  #storedPerSecond = 0;
  #error: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
  #stopped = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** How long the last slice took, and why it failed if it did. */
  get last(): { tookMs: number | undefined; error: string | undefined } {
    return { tookMs: this.#tookMs, error: this.#error };
  }

  /** Runs until nothing is owed, or until it is stopped. Rejects when a store fails. */
  async settle(): Promise<void> {
    const { owed } = this.#parts;
    while (this.#working) await this.#working.catch(() => {});
    while ((owed.hasRecent || owed.hasLate) && !this.#stopped) {
      this.#working = this.#slice(['recent', 'late']);
      try {
        await this.#working;
      } catch (error) {
        if (!this.#stopped) throw error;
      } finally {
        this.#working = undefined;
      }
    }
  }

  /** Does work on the roll-ups that no run may be beside; in its pauses those that are due have their turn. */
  async alone(work: (run: RollUpRun, between: BetweenSteps) => Promise<void>): Promise<void> {
    while (this.#working) await this.#working.catch(() => {});
    const { platform, fleet, sunlight, slow } = this.#parts;
    const run: RollUpRun = { db: platform.samples, fleet, sunlight, now: platform.clock.now(), slow };
    const working = work(run, { nextVersion: () => this.#nextVersion(), pause: () => this.#pause() });
    this.#working = working;
    try {
      await working;
    } finally {
      this.#working = undefined;
    }
  }

  /** Works off what is due in the middle of longer work. Throws where the server stops. */
  async #pause(): Promise<void> {
    if (this.#stopped) throw new Error('roll-ups have stopped');
    const due = this.#due();
    if (due.length > 0) await this.#slice(due).catch((error) => this.#warn(error));
  }

  #nextVersion(): Promise<number> {
    const { db, clock } = this.#parts.platform;
    return nextVersion(db, 'rollUps', clock.now());
  }

  /** Hears of stored samples. */
  noteStored(samples: number): void {
    this.#stored += samples;
  }

  /** Runs in the background from now on. */
  start(): void {
    if (this.#stopped) return;
    const { recent, late } = this.#runs;
    const wait = recent.isCut || late.isCut ? BREATH_MS : LOOK_MS;
    this.#timer = setTimeout(() => {
      void this.#tick().finally(() => this.start());
    }, wait);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#working?.catch(() => {});
  }

  async #tick(): Promise<void> {
    const due = this.#due();
    if (due.length === 0 || this.#working) return;
    this.#working = this.#slice(due);
    await this.#working.then(() => this.#tellOfPast(due)).catch((error) => this.#warn(error));
    this.#working = undefined;
  }

  /** What stations should have given in the past that is known now is computed at once: somebody who imported it waits for its figures. */
  async #tellOfPast(done: readonly Kind[]): Promise<void> {
    const { owed, platform } = this.#parts;
    if (done.includes('late') && !owed.hasLate)
      await askForJob(platform.db, 'expected.compute', { delayMs: 1000 });
  }

  #due(): Kind[] {
    const { owed } = this.#parts;
    this.#look();
    const due: Kind[] = [];
    if (owed.hasRecent && this.#isDue('recent')) due.push('recent');
    if (owed.hasLate && this.#isDue('late')) due.push('late');
    return due;
  }

  #warn(error: unknown): void {
    if (this.#stopped) return;
    this.#parts.platform.log.warn({ err: messageOf(error) }, 'roll-ups wait');
  }

  #look(): void {
    const now = performance.now();
    const since = now - this.#lookedAt;
    if (since < LOOK_MS / 2) return;
    this.#storedPerSecond = (1000 * this.#stored) / since;
    this.#lookedAt = now;
    this.#stored = 0;
  }

  #isDue(kind: Kind): boolean {
    const { tookMs, endedAt, isCut, isAway } = this.#runs[kind];
    const storedPerSecond = this.#storedPerSecond;
    const rest = restAfter({ tookMs, isLate: kind === 'late', isCut, isAway, storedPerSecond });
    return performance.now() >= endedAt + rest;
  }

  async #slice(kinds: readonly Kind[]): Promise<void> {
    const { ingest, owed } = this.#parts;
    const started = performance.now();
    // What was announced until now is owed, and what is not announced yet began to be stored later than this.
    const until = ingest.storedUntil();
    owed.mark(until);
    const failures: unknown[] = [];
    for (const kind of kinds) await this.#run(kind).catch((error: unknown) => failures.push(error));
    this.#tookMs = performance.now() - started;
    this.#error = failures.length > 0 ? messageOf(failures[0]) : undefined;
    await this.#advance(owed.takenUntil(until));
    if (failures.length > 0) throw failures[0];
  }

  /** It goes back with a clock that was set back: what is stored from then on bears times of before. */
  async #advance(progress: number): Promise<void> {
    if (progress === this.#progress) return;
    const { ownership, platform } = this.#parts;
    await ownership.savePosition(platform.db, 'rollUps', progress);
    this.#progress = progress;
  }

  async #run(kind: Kind): Promise<void> {
    const { platform, fleet, sunlight, slow, announce, owed } = this.#parts;
    const { samples: db, clock } = platform;
    const began = performance.now();
    const taken: OwedBatch[] = [];
    const run = { db, fleet, sunlight, now: clock.now(), slow };
    if (kind === 'recent') this.#recentBegan = began;
    const steps = { nextVersion: () => this.#nextVersion(), pause: () => this.#amidRun(), announce };
    let [isCut, isAway] = [false, false];
    try {
      const batches = kind === 'recent' ? this.#recentBatches(taken) : this.#lateBatches(taken, began);
      await rollUp(run, batches, steps);
      for (const batch of taken) owed.done(batch);
      isCut = kind === 'recent' ? taken.some(({ more }) => more) : owed.hasPlanned;
    } catch (error) {
      // Behind what others have waiting, so that what cannot be computed keeps nobody else waiting.
      for (const batch of taken) {
        owed.done(batch);
        owed.add(batch);
      }
      isAway = isStoreFailure(error);
      throw error;
    } finally {
      this.#noteEnd(kind, { began, isCut, isAway });
    }
  }

  /**
   * Amid a run that takes long, as where energy was laid over months at a thousand devices, recent data of everybody has its turn. The position stays
   * where it is: what the long run took is not done yet. Throws where the server stops.
   */
  async #amidRun(): Promise<void> {
    if (this.#stopped) throw new Error('roll-ups have stopped');
    const { owed, ingest, amidMs = REST_MS } = this.#parts;
    if (!owed.hasRecent || performance.now() < this.#recentBegan + amidMs) return;
    owed.mark(ingest.storedUntil());
    await this.#run('recent').catch((error) => this.#warn(error));
  }

  async *#recentBatches(taken: OwedBatch[]): AsyncGenerator<readonly TouchedRange[]> {
    const { owed, fleet, slow } = this.#parts;
    const recent = owed.takeRecent();
    taken.push(recent);
    await fleet.ensure(devicesOf(recent));
    yield* planBatches(recent.ranges, (device) => slow.has(device));
  }

  async *#lateBatches(taken: OwedBatch[], began: number): AsyncGenerator<readonly TouchedRange[]> {
    const { owed, fleet, sliceMs = SLICE_MS } = this.#parts;
    owed.planLate();
    for (let batch = owed.takeLate(); batch; batch = owed.takeLate()) {
      taken.push(batch);
      await fleet.ensure(devicesOf(batch));
      yield batch.ranges;
      if (performance.now() - began >= sliceMs) break;
    }
  }

  /** A run that goes on slice by slice counts as one that took as long as all of them. */
  #noteEnd(kind: Kind, { began, isCut, isAway }: { began: number; isCut: boolean; isAway: boolean }): void {
    const last = this.#runs[kind];
    const endedAt = performance.now();
    const tookMs = endedAt - began + (last.isCut ? (last.tookMs ?? 0) : 0);
    this.#runs[kind] = { tookMs, endedAt, isCut, isAway };
  }
}

const newRun = (): LastRun => ({
  tookMs: undefined,
  endedAt: performance.now(),
  isCut: false,
  isAway: false,
});

function devicesOf({ ranges }: OwedBatch): number[] {
  return [...new Set(ranges.map(({ device }) => device))];
}
