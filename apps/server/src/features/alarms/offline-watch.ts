import type { DeviceLive } from '@sunfleet/contract';

/**
 * Silence is judged this long after it was seen first, because a device that is still sending its buffer looks silent until its
 * newest sample arrives.
 */
export const HOLD_MS = 2 * 60_000;
/** A device gets this long to report after its logger came back, or the server started, before its silence counts. */
export const GRACE_MS = 15 * 60_000;

interface Silence {
  /** Last sign of life, epoch milliseconds. */
  since: number;
  /** Not judged before this time. */
  dueAt: number;
}

/** What hangs on what: a logger that is offline hides its children. */
export interface Wiring {
  device(id: number): { parentId: number | null } | undefined;
  childrenOf(id: number): readonly { id: number }[];
}

/** Devices that are abnormally offline. */
export interface OfflineWatch {
  readonly wiring: Wiring;
  readonly offline: Map<number, Silence>;
  /** Nothing is judged before this time, epoch milliseconds. */
  judgeFrom: number;
}

/** What is to be done about the offline alarm of one device. */
export interface OfflineVerdict {
  deviceId: number;
  /** Epoch milliseconds: since when it is silent. */
  since: number;
}

export function createOfflineWatch(wiring: Wiring): OfflineWatch {
  return { wiring, offline: new Map(), judgeFrom: 0 };
}

/**
 * Takes a state. A logger lives as long as its connection, any other device as long as it sends data. True: the device is there,
 * and its offline alarm recovers, even one that an earlier process raised and could not end.
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
  if (status === 'connecting') return false;
  if (!watch.offline.delete(deviceId)) return true;
  for (const { id } of watch.wiring.childrenOf(deviceId)) {
    const silence = watch.offline.get(id);
    if (silence) silence.dueAt = now + GRACE_MS;
  }
  return true;
}

/** Devices that are silent for long enough to raise an alarm, and not because of their logger. */
export function* judgeOffline(watch: OfflineWatch, now: number): Generator<OfflineVerdict> {
  if (now < watch.judgeFrom) return;
  for (const [deviceId, { since, dueAt }] of watch.offline) {
    const parent = watch.wiring.device(deviceId)?.parentId ?? null;
    const hidden = parent !== null && watch.offline.has(parent);
    if (!hidden && dueAt <= now) yield { deviceId, since };
  }
}
