import type { DeviceLive } from '@sunfleet/contract';

/**
 * Silence is judged this long after it was seen first: a device that is just sending what it kept while it was away is silent
 * as far as its newest sample tells.
 */
export const HOLD_MS = 2 * 60_000;
/** A device gets this long to report after its logger came back, or the server started, before its silence is its own. */
export const GRACE_MS = 15 * 60_000;

interface Silence {
  /** Last sign of life, epoch milliseconds. */
  since: number;
  /** Not judged before this time. */
  dueAt: number;
}

/** Devices that are abnormally offline, and what hangs on what: a logger that is offline hides its children. */
export interface OfflineWatch {
  readonly offline: Map<number, Silence>;
  readonly parents: Map<number, number>;
  /** Nothing is judged before this time, epoch milliseconds. */
  judgeFrom: number;
}

/** What is to be done about the offline alarm of one device. */
export interface OfflineVerdict {
  deviceId: number;
  /** Epoch milliseconds: since when it is silent. */
  since: number;
}

export function createOfflineWatch(): OfflineWatch {
  return { offline: new Map(), parents: new Map(), judgeFrom: 0 };
}

/**
 * Takes a state. A logger lives as long as its connection, any other device as long as it sends data. True: the device came
 * back and an offline alarm of it recovers.
 */
export function noteState(
  watch: OfflineWatch,
  live: DeviceLive,
  { now, isLogger }: { now: number; isLogger: boolean },
): boolean {
  const { deviceId, status } = live;
  if (status === 'offline') {
    if (watch.offline.has(deviceId)) return false;
    const last = Math.max((isLogger ? live.lastSeenAt : null) ?? 0, live.lastDataAt ?? 0);
    watch.offline.set(deviceId, { since: last > 0 ? last : now, dueAt: now + HOLD_MS });
    return false;
  }
  if (status === 'connecting' || !watch.offline.delete(deviceId)) return false;
  for (const [child, parent] of watch.parents) {
    const silence = parent === deviceId ? watch.offline.get(child) : undefined;
    if (silence) silence.dueAt = now + GRACE_MS;
  }
  return true;
}

/** Devices whose silence is their own and due to be told. */
export function* judgeOffline(watch: OfflineWatch, now: number): Generator<OfflineVerdict> {
  if (now < watch.judgeFrom) return;
  for (const [deviceId, { since, dueAt }] of watch.offline) {
    const parent = watch.parents.get(deviceId);
    const hidden = parent !== undefined && watch.offline.has(parent);
    if (!hidden && dueAt <= now) yield { deviceId, since };
  }
}
