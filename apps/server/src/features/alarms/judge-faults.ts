import type { Platform } from '../../platform/platform.ts';
import {
  activeAlarm,
  activeAlarms,
  alarmsOfCode,
  isNewAlarm,
  raiseAlarm,
  recoverAlarm,
  type AlarmBook,
  type AlarmSubject,
} from './alarm-book.ts';
import { isUnderGridFault, type GridChildren } from './grid-root.ts';
import { isGridFault } from './is-grid-fault.ts';
import {
  isFull,
  MOST_ACTIVE,
  noteFull,
  takeRoom,
  TOO_MANY_CODE,
  tooManyCodes,
  type AlarmRoom,
} from './alarm-room.ts';

interface Judge {
  book: AlarmBook;
  gridChildren: GridChildren;
  room: AlarmRoom;
  platform: Pick<Platform, 'clock'>;
}

/** The faults that a device tells at a time, by what it told before. */
interface ToldFaults {
  deviceId: number;
  stationId: number | null;
  subjects: readonly AlarmSubject[];
  time: number;
}

/** Ends the faults that a device no longer tells and raises the new ones. Those beyond its room fold into one alarm. */
export function judgeFaults(judge: Judge, { deviceId, stationId, subjects, time }: ToldFaults): void {
  const { book, room, platform } = judge;
  const now = platform.clock.now();
  const present = new Set(subjects.map(({ code }) => code));
  for (const record of activeAlarms(book, deviceId)) {
    if (record.type !== 'deviceFault' || record.code === TOO_MANY_CODE || present.has(record.code)) continue;
    // What was told before it began ends nothing: words as the store has them may be older than the alarm.
    if (record.beganAt > time) continue;
    recoverAlarm(book, record, time);
  }
  if (!subjects.some(isGridFault)) judge.gridChildren.delete(deviceId);
  for (const subject of subjects) {
    if (!activeAlarm(book, deviceId, subject.code) && isUnderGridFault(judge, subject)) continue;
    if (hasRoom(judge, subject, time)) raiseAlarm(book, subject, time);
  }
  if (isFull(room, deviceId, now)) raiseAlarm(book, tooManyCodes({ deviceId, stationId }), time);
}

function hasRoom({ book, room, platform }: Judge, subject: AlarmSubject, time: number): boolean {
  const { deviceId, code } = subject;
  const now = platform.clock.now();
  if (activeAlarm(book, deviceId, code)) return true;
  if ((book.active.get(deviceId)?.size ?? 0) >= MOST_ACTIVE) {
    noteFull(room, deviceId, now);
    return false;
  }
  return !isNewAlarm(book, subject, time) || takeRoom(room, deviceId, now);
}

/**
 * Ends the folded alarms whose hour is over. `review` decides over what the device told last, now that there is room: where that is too
 * much again, its folded alarm goes on.
 */
export function endFolded({ book, room, platform }: Judge, review: (deviceId: number) => void): void {
  const now = platform.clock.now();
  for (const record of alarmsOfCode(book, TOO_MANY_CODE)) {
    if (isFull(room, record.deviceId, now)) continue;
    review(record.deviceId);
    if (!isFull(room, record.deviceId, now)) recoverAlarm(book, record, now);
  }
}
