import type { AlarmSubject } from './alarm-book.ts';

const HOUR_MS = 60 * 60_000;

/** Faults of one device that stand at the same time. The fault words of a device have so many bits. */
export const MOST_ACTIVE = 128;
/** Alarms of rules that stand at one device at the same time: people write rules for what they look at, and faults keep their room. */
export const MOST_OF_RULES = 64;
/** How many alarms find room within a span. */
export interface RoomSize {
  readonly kind: 'new' | 'past';
  /** Of a device. */
  readonly most: number;
  /** Of all devices of an organisation together: for each of them so many, for few devices so many at least. */
  readonly ofOrganisation: { readonly perDevice: number; readonly least: number };
  readonly spanMs: number;
}

/**
 * Alarms that a device begins within an hour, flapping ones not counted. Hours are those of the servers, because a device chooses the
 * times that it tells. A device with a fault every twenty seconds stays below it.
 */
export const ROOM_FOR_NEW: RoomSize = {
  kind: 'new',
  most: 200,
  ofOrganisation: { perDevice: 5, least: 20_000 },
  spanMs: HOUR_MS,
};
/** Alarms of the past that late data and imports of a device tell within a day: some years of a device with faults. */
export const ROOM_FOR_PAST: RoomSize = {
  kind: 'past',
  most: 2000,
  ofOrganisation: { perDevice: 50, least: 500_000 },
  spanMs: 24 * HOUR_MS,
};

/**
 * What devices used of their room for new alarms, in memory: what a server decides over goes no further than this. Where they are written all
 * servers count together (`room-of-all.ts`).
 */
export interface AlarmRoom extends RoomSize {
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

export const roomForNew = (): AlarmRoom => ({ ...ROOM_FOR_NEW, used: new Map() });
export const roomForPast = (): AlarmRoom => ({ ...ROOM_FOR_PAST, used: new Map() });

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

/** Notes that all servers together have used up the room of a device until a time. */
export function useUp({ used, most }: AlarmRoom, deviceId: number, until: number): void {
  used.set(deviceId, { until, count: most, full: true });
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
