import { activeAlarms, type AlarmBook, type AlarmSubject } from './alarm-book.ts';

/** What devices say when the grid is gone or not as it should be; the last part of the key of their text. */
const GRID_TEXTS = new Set([
  'gridLoss',
  'gridVoltage',
  'gridUnderVoltage',
  'gridOverVoltage',
  'gridUnderFrequency',
  'gridOverFrequency',
  'gridDisturbance',
  'gridUnbalance',
]);
/** Devices of a station come back one after the other. */
const BACK_WITHIN_MS = 15 * 60_000;

export const isGridFault = ({ type, textKey }: Pick<AlarmSubject, 'type' | 'textKey'>): boolean =>
  type === 'deviceFault' && GRID_TEXTS.has(textKey.slice(textKey.lastIndexOf('.') + 1));

/** Devices whose fault of the grid is told by another alarm of their station; since when there is no such alarm any more, once it has ended. */
export type GridChildren = Map<number, number | undefined>;

interface Grid {
  book: AlarmBook;
  gridChildren: GridChildren;
  fleet: { devicesOf(stationId: number): readonly { id: number }[] };
  platform: { clock: { now(): number } };
}

/**
 * Whether another alarm of the station tells of the grid already: the first one stands for all of its devices. What goes on when that has ended is
 * an alarm of its own after a while.
 */
export function isUnderGridFault(
  { book, gridChildren, fleet, platform }: Grid,
  subject: AlarmSubject,
): boolean {
  const { deviceId, stationId, code } = subject;
  if (stationId === null || !isGridFault(subject)) return false;
  const isTold = fleet
    .devicesOf(stationId)
    .some(({ id }) =>
      activeAlarms(book, id).some(
        (record) => isGridFault(record) && (id !== deviceId || record.code !== code),
      ),
    );
  if (isTold) {
    gridChildren.set(deviceId, undefined);
    return true;
  }
  if (!gridChildren.has(deviceId)) return false;
  const endedAt = gridChildren.get(deviceId) ?? platform.clock.now();
  gridChildren.set(deviceId, endedAt);
  return platform.clock.now() < endedAt + BACK_WITHIN_MS;
}
