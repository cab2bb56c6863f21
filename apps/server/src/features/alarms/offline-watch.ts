import type { DeviceLive } from '@sunfleet/contract';

/**
 * Silence is judged this long after it was seen first. A device that is still sending its buffer looks silent until its newest sample arrives, and what a
 * bad line loses now and then is over by itself: nobody drives out for half an hour.
 */
export const HOLD_MS = 30 * 60_000;
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

/**
 * Devices that are abnormally offline. Each is judged when it falls due, and not again with every event of another device: after a large outage
 * nearly all of them are in here.
 */
export interface OfflineWatch {
  readonly wiring: Wiring;
  readonly offline: Map<number, Silence>;
  /** Devices that wait for their time. What was put in later falls due later. */
  readonly held: Set<number>;
  readonly graced: Set<number>;
  /** When something came of devices that are offline by the times they tell: their clocks are wrong, or they send what they kept. */
  readonly heard: Map<number, number>;
  /** When something came of devices, newest last, that told times of long ago: what they measure is not what the sun does then. */
  readonly mistimed: Map<number, number>;
  /** Devices that changed, so that a judgement of before may be wrong. */
  readonly changed: Set<number>;
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
  return {
    wiring,
    offline: new Map(),
    held: new Set(),
    graced: new Set(),
    heard: new Map(),
    mistimed: new Map(),
    changed: new Set(),
    judgeFrom: 0,
  };
}

/** Takes a device that is silent and waits for its time, with others that wait as long. */
export function noteSilence(
  watch: OfflineWatch,
  deviceId: number,
  silence: Silence,
  waiting: Set<number> = watch.held,
): void {
  const heard = watch.heard.get(deviceId);
  forgetSilence(watch, deviceId);
  if (heard !== undefined) watch.heard.set(deviceId, heard);
  watch.offline.set(deviceId, silence);
  waiting.add(deviceId);
}

/** Answers whether the device was silent. */
export function forgetSilence({ offline, held, graced, heard }: OfflineWatch, deviceId: number): boolean {
  heard.delete(deviceId);
  held.delete(deviceId);
  graced.delete(deviceId);
  return offline.delete(deviceId);
}

/**
 * Takes a state. A logger lives as long as its connection, any other device as long as it sends data. True: the device is there,
 * and its offline alarm recovers, even one that an earlier process raised and could not end.
 */
export function noteState(
  watch: OfflineWatch,
  live: DeviceLive,
  { now, isLogger, alarmedSince }: { now: number; isLogger: boolean; alarmedSince?: number | undefined },
): boolean {
  const { deviceId, status } = live;
  if (status === 'offline') {
    if (watch.offline.has(deviceId)) return false;
    const last = Math.max((isLogger ? live.lastSeenAt : null) ?? 0, live.lastDataAt ?? 0);
    noteSilence(watch, deviceId, { since: last > 0 ? last : now, dueAt: now + HOLD_MS });
    return false;
  }
  if (status === 'connecting') return false;
  // By night nothing is expected of it, and that says nothing of how it is.
  const since = watch.offline.get(deviceId)?.since ?? alarmedSince ?? Infinity;
  if (status === 'standby' && (live.lastDataAt ?? 0) <= since && since < Infinity) return false;
  if (!forgetSilence(watch, deviceId)) return true;
  for (const { id } of watch.wiring.childrenOf(deviceId)) {
    const silence = watch.offline.get(id);
    if (silence) noteSilence(watch, id, { ...silence, dueAt: now + GRACE_MS }, watch.graced);
  }
  return true;
}

/** Devices that are silent for long enough to raise an alarm, and not because of their logger. */
export function* judgeOffline(watch: OfflineWatch, now: number): Generator<OfflineVerdict> {
  if (now < watch.judgeFrom) return;
  for (const deviceId of watch.offline.keys()) yield* judge(watch, deviceId, now);
}

/** The same of those alone that fell due, or that changed, since they were judged last. */
export function* judgeDue(watch: OfflineWatch, now: number): Generator<OfflineVerdict> {
  if (now < watch.judgeFrom) return;
  for (const deviceId of watch.changed) yield* judge(watch, deviceId, now);
  watch.changed.clear();
  for (const waiting of [watch.held, watch.graced]) {
    for (const deviceId of waiting) {
      if ((watch.offline.get(deviceId)?.dueAt ?? 0) > now) break;
      waiting.delete(deviceId);
      yield* judge(watch, deviceId, now);
    }
  }
}

/** Whether a device is silent: nothing came of it for a while, whatever times it tells. */
export const isSilent = ({ offline, heard }: OfflineWatch, deviceId: number, now: number): boolean =>
  offline.has(deviceId) && (heard.get(deviceId) ?? -Infinity) <= now - GRACE_MS;

/** Takes what was stored of devices, each with its time; answers those that are offline by the times they tell. */
export function noteHeard(
  watch: OfflineWatch,
  { devices, times, length }: { devices: ArrayLike<number>; times: ArrayLike<number>; length: number },
  now: number,
): number[] {
  const newest = new Map<number, number>();
  for (let row = 0; row < length; row += 1) {
    const deviceId = devices[row]!;
    if (watch.offline.has(deviceId))
      newest.set(deviceId, Math.max(newest.get(deviceId) ?? -Infinity, times[row]!));
  }
  for (const [deviceId, time] of newest) {
    watch.heard.set(deviceId, now);
    if (time > now - GRACE_MS) continue;
    watch.mistimed.delete(deviceId);
    watch.mistimed.set(deviceId, now);
  }
  return [...newest.keys()];
}

/** Forgets what was told with wrong times before a moment. */
export function forgetMistimed({ mistimed }: OfflineWatch, before: number): void {
  for (const [deviceId, at] of mistimed) {
    if (at >= before) return;
    mistimed.delete(deviceId);
  }
}

function* judge(watch: OfflineWatch, deviceId: number, now: number): Generator<OfflineVerdict> {
  const { wiring, offline } = watch;
  const silence = offline.get(deviceId);
  if (!silence || silence.dueAt > now) return;
  if (!isSilent(watch, deviceId, now)) {
    noteSilence(watch, deviceId, { ...silence, dueAt: now + GRACE_MS }, watch.graced);
    return;
  }
  const parent = wiring.device(deviceId)?.parentId ?? null;
  if (parent === null || !offline.has(parent)) yield { deviceId, since: silence.since };
}
