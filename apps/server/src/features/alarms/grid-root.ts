import type { AlarmBook, AlarmSubject } from './alarm-book.ts';
import { isGridFault } from './is-grid-fault.ts';

/** Devices of a station come back one after the other. */
const BACK_WITHIN_MS = 15 * 60_000;

/** Devices whose fault of the grid is told by another alarm of their station; since when there is no such alarm any more, once it has ended. */
export type GridChildren = Map<number, number | undefined>;

interface Grid {
  book: AlarmBook;
  gridChildren: GridChildren;
  platform: { clock: { now(): number } };
}

/**
 * Whether another alarm of the station tells of the grid already: the first one stands for all of its devices. What goes on when that has ended is
 * an alarm of its own after a while.
 */
export function isUnderGridFault({ book, gridChildren, platform }: Grid, subject: AlarmSubject): boolean {
  const { deviceId, stationId, code } = subject;
  if (stationId === null || !isGridFault(subject)) return false;
  // Few: the first one keeps the others from being raised.
  const ofStation = [...(book.gridFaults.get(stationId) ?? [])];
  const isTold = ofStation.some((record) => record.deviceId !== deviceId || record.code !== code);
  if (isTold) {
    gridChildren.set(deviceId, undefined);
    return true;
  }
  if (!gridChildren.has(deviceId)) return false;
  const endedAt = gridChildren.get(deviceId) ?? platform.clock.now();
  gridChildren.set(deviceId, endedAt);
  return platform.clock.now() < endedAt + BACK_WITHIN_MS;
}
