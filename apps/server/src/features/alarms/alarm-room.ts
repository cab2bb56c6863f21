import type { AlarmSubject } from './alarm-book.ts';

const HOUR_MS = 60 * 60_000;

/** Faults of one device that stand at the same time. The fault words of a device have so many bits. */
export const MOST_ACTIVE = 128;
/**
 * Alarms that a device begins within an hour, flapping ones not counted. Hours are those of this server, because a device chooses the
 * times that it tells. A device with a fault every twenty seconds stays below it.
 */
const MOST_NEW = 200;
/** Alarms of the past that late data and imports of a device tell within a day of this server: some years of a device with faults. */
const MOST_PAST = 2000;

/** What devices used of their room for new alarms, in memory: each server counts what it decides over. */
export interface AlarmRoom {
  readonly most: number;
  readonly spanMs: number;
  /** By device. */
  readonly used: Map<number, Used>;
}

interface Used {
  /** When the count ends, epoch milliseconds. */
  until: number;
  count: number;
  /** Whether something found no room. */
  full: boolean;
}

export const roomForNew = (): AlarmRoom => ({ most: MOST_NEW, spanMs: HOUR_MS, used: new Map() });
export const roomForPast = (): AlarmRoom => ({ most: MOST_PAST, spanMs: 24 * HOUR_MS, used: new Map() });

/** Takes room for a new alarm of a device. Answers whether there was any. */
export function takeRoom(room: AlarmRoom, deviceId: number, now: number): boolean {
  const used = usedOf(room, deviceId, now);
  if (used.count >= room.most) return refuse(used);
  used.count += 1;
  return true;
}

/** Notes that an alarm of a device found no room for another reason. */
export function noteFull(room: AlarmRoom, deviceId: number, now: number): void {
  refuse(usedOf(room, deviceId, now));
}

/** Whether something of the device found no room within the span that runs. */
export function isFull({ used }: AlarmRoom, deviceId: number, now: number): boolean {
  const known = used.get(deviceId);
  return known !== undefined && known.full && now < known.until;
}

/** Forgets the spans that are over. */
export function pruneRoom({ used }: AlarmRoom, now: number): void {
  for (const [deviceId, { until }] of used) if (until <= now) used.delete(deviceId);
}

function usedOf({ used, spanMs }: AlarmRoom, deviceId: number, now: number): Used {
  const known = used.get(deviceId);
  if (known && now < known.until) return known;
  const fresh = { until: now + spanMs, count: 0, full: false };
  used.set(deviceId, fresh);
  return fresh;
}

function refuse(used: Used): false {
  used.full = true;
  return false;
}

export const TOO_MANY_CODE = 'tooManyCodes';

/** The alarm that stands for all those of a device that found no room. */
export function tooManyCodes({
  deviceId,
  stationId,
}: Pick<AlarmSubject, 'deviceId' | 'stationId'>): AlarmSubject {
  return {
    deviceId,
    stationId,
    type: 'deviceFault',
    code: TOO_MANY_CODE,
    level: 'general',
    textKey: 'faults.platform.tooManyCodes',
  };
}
