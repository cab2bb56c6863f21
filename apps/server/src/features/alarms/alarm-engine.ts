import type { DeviceLive } from '@sunfleet/contract';
import type { SampleBlock } from '../../platform/ingest.ts';
import type { Ownership } from '../../platform/ownership/ownership.ts';
import type { Platform } from '../../platform/platform.ts';
import type { OpenFleet } from '../fleet/index.ts';
import {
  activeAlarm,
  alarmsOfCode,
  moveAlarms,
  raiseAlarm,
  recoverAlarm,
  type AlarmBook,
  type AlarmRecord,
  type AlarmSubject,
} from './alarm-book.ts';
import type { AlarmRoom } from './alarm-room.ts';
import { faultSubjects } from './fault-subjects.ts';
import { standingValues, type FaultObservation, type FaultWords } from './fault-words.ts';
import type { GridChildren } from './grid-root.ts';
import { judgeFaults } from './judge-faults.ts';
import { judgeDue, judgeOffline, noteHeard, noteState, type OfflineWatch } from './offline-watch.ts';
import { observePast, type PastAlarms } from './past-alarms.ts';

export const OFFLINE_CODE = 'offline';
const DOUBTED_CODE = 'doubtedLogger';

/** Everything alarms are decided from, in memory. */
export interface AlarmEngine {
  platform: Platform;
  /** What this server decides over. */
  ownership: Ownership;
  /** The devices and stations of it. */
  fleet: Pick<OpenFleet, 'device' | 'devices' | 'childrenOf' | 'onChange' | 'station' | 'devicesOf'>;
  /** Epoch milliseconds: everything whose storing began before was announced. */
  storedUntil: () => number;
  /** Epoch milliseconds: what was announced and not decided over yet began to be stored then or later. */
  undecidedSince: () => number;
  book: AlarmBook;
  /** Devices whose fault of the grid is told by another one of their station. */
  gridChildren: GridChildren;
  /** Room of devices for new alarms. */
  room: AlarmRoom;
  /** The same for alarms of rules, which use up nothing of what devices tell. */
  ruleRoom: AlarmRoom;
  words: FaultWords;
  /** Devices whose words are saved: those that ever reported a fault. */
  savedWords: Set<number>;
  /** Devices whose words changed since they were saved. */
  unsavedWords: Set<number>;
  past: PastAlarms;
  watch: OfflineWatch;
}

/** Since when a device tells its owner something, epoch milliseconds: what is older was told for its former one and waits to be deleted. */
export const ownSince = (device: { measuredSince?: number | null | undefined } | undefined): number =>
  device?.measuredSince ?? -Infinity;

/** Decides over what a device said at one time. `arrivedAt`: when it came, epoch milliseconds. */
export function takeObservation(
  engine: AlarmEngine,
  observation: FaultObservation,
  arrivedAt = engine.platform.clock.now(),
): void {
  const device = engine.fleet.device(observation.deviceId);
  if (!device || observation.time < ownSince(device)) return;
  const subjects = faultSubjects(device, observation.values);
  if (!observation.late) {
    const { id: deviceId, stationId } = device;
    judgeFaults(engine, { deviceId, stationId, subjects, time: observation.time });
    noteWords(engine, device.id, observation.values);
    return;
  }
  const { deviceId, time } = observation;
  // Late data does not raise an alarm again that stands already and began before.
  const unknown = subjects.filter(
    ({ code }) => (activeAlarm(engine.book, deviceId, code)?.beganAt ?? time) >= time,
  );
  observePast(engine.past, { deviceId, time, subjects: unknown }, arrivedAt);
}

/** A device that never reported a fault has nothing to save: without a saved word it counts as sound. */
export function noteWords(
  engine: AlarmEngine,
  deviceId: number,
  values: Readonly<Record<string, number>>,
): void {
  if (!engine.savedWords.has(deviceId) && Object.values(values).every((value) => value === 0)) return;
  engine.savedWords.add(deviceId);
  engine.unsavedWords.add(deviceId);
}

/** Decides afresh over the words that stand: after a start, or when a device's profile or station changed. */
export function reviewDevice(engine: AlarmEngine, deviceId: number): void {
  const device = engine.fleet.device(deviceId);
  const words = engine.words.get(deviceId);
  if (!device) return;
  moveAlarms(engine.book, deviceId, device.stationId);
  if (!words || words.time === -Infinity) return;
  if (words.time < ownSince(device)) {
    // What lasts it tells again.
    engine.words.delete(deviceId);
    return;
  }
  const subjects = faultSubjects(device, standingValues(words));
  judgeFaults(engine, { deviceId, stationId: device.stationId, subjects, time: words.time });
}

/** Keeps whether a device is silent; recovers its offline alarm when it is back. */
export function takeState(engine: AlarmEngine, live: DeviceLive): void {
  const now = engine.platform.clock.now();
  const isLogger = engine.fleet.device(live.deviceId)?.kind === 'logger';
  const record = activeAlarm(engine.book, live.deviceId, OFFLINE_CODE);
  if (!noteState(engine.watch, live, { now, isLogger, alarmedSince: record?.beganAt })) return;
  if (record) recoverAlarm(engine.book, record, now);
}

/** Takes which devices something was stored of: of those that were silent it is over, even where they tell wrong times. */
export function takeHeard(engine: AlarmEngine, block: SampleBlock): void {
  if (engine.watch.offline.size === 0) return;
  const now = engine.platform.clock.now();
  for (const deviceId of noteHeard(engine.watch, block, now)) {
    const record = activeAlarm(engine.book, deviceId, OFFLINE_CODE);
    if (record) recoverAlarm(engine.book, record, now);
  }
}

/** Raises the alarms of loggers whose connection is doubted, and ends those of the others. By device: since when, epoch milliseconds. */
export function judgeLoggers(engine: AlarmEngine, doubted: ReadonlyMap<number, number>): void {
  const now = engine.platform.clock.now();
  for (const record of alarmsOfCode(engine.book, DOUBTED_CODE))
    if (!doubted.has(record.deviceId)) recoverAlarm(engine.book, record, now);
  for (const [deviceId, since] of doubted) {
    const device = engine.fleet.device(deviceId);
    // Nobody expects anything of a logger without a station.
    if (!device || device.stationId === null) continue;
    const { stationId } = device;
    raiseAlarm(
      engine.book,
      {
        deviceId,
        stationId,
        type: 'doubtedLogger',
        code: DOUBTED_CODE,
        level: 'general',
        textKey: 'faults.platform.doubtedLogger',
      },
      since,
    );
  }
}

/** Raises the offline alarms that fell due, or (`all`) those of every device that is silent. */
export function raiseOffline(engine: AlarmEngine, all: boolean): void {
  // What could not be stored or heard yet is no silence.
  const now = Math.min(engine.platform.clock.now(), engine.storedUntil());
  for (const { deviceId, since } of (all ? judgeOffline : judgeDue)(engine.watch, now)) {
    const device = engine.fleet.device(deviceId);
    // A device without a station raises no alarm when it falls silent, because nobody expects its data.
    if (!device || device.stationId === null) continue;
    const record = raiseAlarm(engine.book, offlineSubject(deviceId, device.stationId), since);
    // Silence is known now, however long ago it began.
    if (!record.row) record.lastSeenAt = now;
  }
}

function offlineSubject(deviceId: number, stationId: number): AlarmSubject {
  return {
    deviceId,
    stationId,
    type: 'offline',
    code: OFFLINE_CODE,
    level: 'general',
    textKey: 'faults.platform.offline',
  };
}

/** Brings `lastSeenAt` of active faults up to the newest words; answers those that moved. */
export function refreshSightings(engine: AlarmEngine): AlarmRecord[] {
  const moved: AlarmRecord[] = [];
  for (const [deviceId, records] of engine.book.active) {
    const time = engine.words.get(deviceId)?.time ?? -Infinity;
    for (const record of records.values()) {
      if (record.type !== 'deviceFault' || time <= record.lastSeenAt) continue;
      record.lastSeenAt = time;
      moved.push(record);
    }
  }
  return moved;
}
