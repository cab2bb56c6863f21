import { createAllowance } from '../../platform/allowance.ts';

/** How often a connection may send what brings no reading. */
export interface PaceOptions {
  /** Frames that may come at once. */
  frameBurst: number;
  /** Milliseconds for each further one. */
  frameMs: number;
}

/** Debts beyond so many frames are forgotten, so that a broken line gets its connection back. */
const MOST_OWED = 300;

/**
 * Slows down a connection that sends frame after frame without a reading that is stored: refused ones, signs of life and faulty bytes cost
 * as much work as readings, and no quota counts them. A logger sends a few of them a minute.
 */
export interface FramePace {
  /** A frame is taken. Where it brings a reading, `giveBack` follows. */
  spend(frames?: number): void;
  giveBack(): void;
  /** Milliseconds until the next frame may be taken. */
  restMs(): number;
}

export function createFramePace(
  { frameBurst, frameMs }: PaceOptions,
  now: () => number = () => performance.now(),
): FramePace {
  const frames = createAllowance({ burst: frameBurst, everyMs: frameMs, mostOwed: MOST_OWED }, now);
  return {
    spend: (count = 1) => void frames.change(-count),
    giveBack: () => void frames.change(1),
    restMs() {
      const left = frames.change(0);
      return left >= 1 ? 0 : Math.ceil((1 - left) * frameMs);
    },
  };
}

/**
 * Takes frames as long as there is one that may be taken and the pace lets it. Answers milliseconds to rest, of the look that ended it: a
 * second look could find the rest over, and nobody would come back.
 */
export function takePaced(
  pace: Pick<FramePace, 'restMs'>,
  { mayTake, take }: { mayTake: () => boolean; take: () => void },
): number {
  let restMs = pace.restMs();
  for (; restMs === 0 && mayTake(); restMs = pace.restMs()) take();
  return restMs;
}
