import { V5_BUFFERED, type V5Times } from '@sunfleet/device-model';

/** A logger's clock: it counts seconds of its life and learns from the server what time that is. */
export interface LoggerClock {
  /** Tells it the time: epoch ms by the server, at `now` of its own. */
  set(serverTime: number, now: number): void;
  /** Times of a frame about an instant (epoch ms). `buffered`: kept while the line was down. */
  times(at: number, frame?: { type?: number; buffered?: boolean }): V5Times;
}

/** Seconds a logger had counted before the simulator switched it on. */
const EARLIER_LIFE = 40_000_000;

/** @param poweredOn epoch ms */
export function createLoggerClock(poweredOn: number): LoggerClock {
  let offsetSeconds = 0;
  const life = (at: number) => Math.max(0, Math.floor((at - poweredOn) / 1000) + EARLIER_LIFE);
  return {
    set(serverTime, now) {
      offsetSeconds = Math.floor(serverTime / 1000) - life(now);
    },
    times(at, { type = 1, buffered = false } = {}) {
      return {
        frameType: buffered ? type | V5_BUFFERED : type,
        totalSeconds: life(at),
        powerOnSeconds: Math.max(0, Math.floor((at - poweredOn) / 1000)),
        offsetSeconds,
      };
    },
  };
}
