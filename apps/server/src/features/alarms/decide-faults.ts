import type { SampleBlock } from '../../platform/ingest.ts';
import { ownSince, takeObservation, type AlarmEngine } from './alarm-engine.ts';
import { FaultQueue, type ToldWords } from './fault-queue.ts';
import { collectWords, observeWords, type FaultObservation } from './fault-words.ts';

/** So long decisions go on before everything else of the process has a turn. */
const SLICE_MS = 5;
/** Observations of a device that are decided over before somebody else's device has its turn. */
const OF_ONE_TURN = 50;

/** Decides over the faults that stored blocks tell, in slices of time and in turns of owners. */
export interface FaultDecisions {
  take(block: SampleBlock): void;
  /** Since when (epoch milliseconds) stored blocks are not decided over; Infinity where nothing waits. */
  readonly since: number;
  /** Words that wait. */
  readonly size: number;
  /** Resolves when nothing waits, or nothing is decided over any more. */
  settled(): Promise<void>;
  stop(): void;
}

export interface DecisionParts {
  engine: AlarmEngine;
  /** Called when something was decided. */
  decided: () => void;
  queue?: FaultQueue;
  now?: () => number;
}

export function createFaultDecisions({
  engine,
  decided,
  queue = new FaultQueue(),
  now = () => performance.now(),
}: DecisionParts): FaultDecisions {
  /** Of entries whose turn was over before all of them was decided. */
  const begun = new WeakMap<ToldWords, Iterator<FaultObservation>>();
  let later: NodeJS.Immediate | undefined;
  let ended: PromiseWithResolvers<void> | undefined;
  let stopped = false;

  function observe({ deviceId, words }: ToldWords): Iterator<FaultObservation> {
    const since = ownSince(engine.fleet.device(deviceId));
    const own = words.filter(({ time }) => time >= since);
    return observeWords(engine.words, deviceId, own);
  }

  /** Decides for one turn. False: the time of the slice is over. */
  function decide(told: ToldWords, until: number): 'done' | 'turnOver' | 'timeOver' {
    const observations = begun.get(told) ?? observe(told);
    begun.set(told, observations);
    for (let count = 0; count < OF_ONE_TURN; count += 1) {
      const { done, value } = observations.next();
      if (done) return 'done';
      takeObservation(engine, value, told.arrivedAt);
      if (now() >= until) return 'timeOver';
    }
    return 'turnOver';
  }

  function work(): void {
    later = undefined;
    const until = now() + SLICE_MS;
    for (let next = queue.next(); next; next = queue.next()) {
      const result = decide(next.told, until);
      if (result === 'done') queue.done(next.owner, next.told);
      if (result === 'timeOver') break;
    }
    if (queue.size > 0) later = setImmediate(work);
    else ended?.resolve();
    decided();
  }

  return {
    take(block) {
      const since = engine.storedUntil();
      const arrivedAt = engine.platform.clock.now();
      const told = collectWords(engine.words, block, (deviceId) => queue.has(deviceId));
      for (const [deviceId, words] of told) {
        const owner = engine.fleet.device(deviceId)?.organisationCode ?? 'nobody';
        queue.add(owner, { deviceId, words, arrivedAt, since });
      }
      if (told.size > 0 && !later) work();
    },
    get since() {
      return queue.since;
    },
    get size() {
      return queue.size;
    },
    settled() {
      if (queue.size === 0 || stopped) return Promise.resolve();
      ended ??= Promise.withResolvers<void>();
      const { promise } = ended;
      void promise.then(() => (ended = undefined));
      return promise;
    },
    stop() {
      stopped = true;
      clearImmediate(later);
      ended?.resolve();
    },
  };
}
