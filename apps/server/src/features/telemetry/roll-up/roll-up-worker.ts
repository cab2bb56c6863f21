import { messageOf } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { OpenFleet, SunlightOf } from '../../fleet/index.ts';
import type { RunningIngest } from '../ingest/create-ingest.ts';
import type { RollUpRun } from './device-energies.ts';
import type { DirtyRanges } from './dirty-ranges.ts';
import { writeProgress } from './progress.ts';
import { restAfter } from './rest-after.ts';
import { rollUp, type NewEnergies } from './roll-up.ts';

/** How often the worker looks whether a run is due. */
const LOOK_MS = 10_000;
/** Touched times older than this are late. */
const LATE_MS = 3_600_000;

interface Parts {
  platform: Pick<Platform, 'samples' | 'clock' | 'log'>;
  fleet: OpenFleet;
  sunlight: SunlightOf;
  ingest: Pick<RunningIngest, 'storedUntil'>;
  /** What is owed. A run that fails gives back what it took. */
  dirty: DirtyRanges;
  announce: (energies: NewEnergies) => void;
}

/** Works off the dirty ranges, one run at a time. */
export class RollUpWorker {
  readonly #parts: Parts;
  readonly #slow = new Map<number, number>();
  #version = 0;
  #tookMs: number | undefined;
  /** When the last run ended, or the worker was made, by `performance.now()`. */
  #endedAt = performance.now();
  #lookedAt = performance.now();
  /** Samples stored since the worker looked last. */
  #stored = 0;
  #error: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
  #stopped = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** How long the last run took, and why it failed if it did. */
  get last(): { tookMs: number | undefined; error: string | undefined } {
    return { tookMs: this.#tookMs, error: this.#error };
  }

  /** Runs until nothing is owed. Rejects when a store fails. */
  async settle(): Promise<void> {
    while (this.#working) await this.#working.catch(() => {});
    while (this.#parts.dirty.size > 0 && !this.#stopped) {
      this.#working = this.#run();
      try {
        await this.#working;
      } finally {
        this.#working = undefined;
      }
    }
  }

  /** Hears of stored samples. */
  noteStored(samples: number): void {
    this.#stored += samples;
  }

  /** Runs in the background from now on. */
  start(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      void this.#tick().finally(() => this.start());
    }, LOOK_MS);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#working?.catch(() => {});
  }

  async #tick(): Promise<void> {
    const { dirty, platform } = this.#parts;
    const due = this.#endedAt + this.#rest();
    if (dirty.size === 0 || this.#working || performance.now() < due) return;
    this.#working = this.#run();
    await this.#working.catch((error) => platform.log.warn({ err: messageOf(error) }, 'roll-ups wait'));
    this.#working = undefined;
  }

  #rest(): number {
    const { dirty, platform } = this.#parts;
    const now = performance.now();
    const storedPerSecond = (1000 * this.#stored) / (now - this.#lookedAt);
    this.#lookedAt = now;
    this.#stored = 0;
    const isLate = dirty.reachesBefore(platform.clock.now() - LATE_MS);
    return restAfter({ tookMs: this.#tookMs, isLate, storedPerSecond });
  }

  async #run(): Promise<void> {
    const { platform, fleet, sunlight, ingest, dirty, announce } = this.#parts;
    const { samples: db, clock } = platform;
    const began = clock.now();
    const started = performance.now();
    // What was announced until now is taken, and what is not announced yet began to be stored later than this.
    const until = ingest.storedUntil();
    const ranges = dirty.take();
    this.#version = Math.max(began, this.#version + 1);
    try {
      await fleet.ensure([...new Set(ranges.map((range) => range.device))]);
      const run: RollUpRun = { db, fleet, sunlight, now: began, slow: this.#slow };
      const energies = await rollUp(run, ranges, this.#version);
      await writeProgress(db, until);
      announce(energies);
      this.#error = undefined;
    } catch (error) {
      dirty.giveBack(ranges);
      this.#error = messageOf(error);
      throw error;
    } finally {
      this.#endedAt = performance.now();
      this.#tookMs = this.#endedAt - started;
    }
  }
}
