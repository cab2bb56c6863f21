import type { V5StreamStats } from '@sunfleet/device-model';

/** Everything the gateway counts; each is a reason somebody may look for in the health report. */
export const V5_COUNTS = [
  /** Frames of each kind that were taken. */
  'hello',
  'data',
  'pushed',
  'archived',
  'buffered',
  'wifi',
  'heartbeat',
  'report',
  'commandAnswer',
  /** Frames or connections that were refused. */
  'malformed',
  'unexpectedControl',
  'otherSerial',
  'timeRefused',
  'valuesRefused',
  'notStored',
  'foreignDevice',
  'undecided',
  'unknownRefused',
  'lateAnswer',
  'garbageClosed',
  'notReading',
  'idleClosed',
  'replaced',
  /** Reads by Modbus through loggers. */
  'polls',
  'pollAsleep',
  'pollTimeout',
  'pollRefused',
  'pollFailed',
  'pollMalformed',
] as const;
export type V5Count = (typeof V5_COUNTS)[number];

const STREAM_COUNTS = ['frames', 'garbage', 'badMarker', 'badChecksum', 'badEnd', 'oversized'] as const;

/** Counters of the gateway since its start; bytes of closed connections included. */
export interface V5Counters {
  readonly counts: Record<V5Count, number>;
  readonly stream: Record<keyof V5StreamStats, number>;
}

export function createCounters(): V5Counters {
  return {
    counts: Object.fromEntries(V5_COUNTS.map((name) => [name, 0])) as Record<V5Count, number>,
    stream: Object.fromEntries(STREAM_COUNTS.map((name) => [name, 0])) as Record<keyof V5StreamStats, number>,
  };
}

/** Adds the counts of one connection's bytes to those of all. */
export function addStream(counters: Pick<V5Counters, 'stream'>, stats: Readonly<V5StreamStats>): void {
  for (const name of STREAM_COUNTS) counters.stream[name] += stats[name];
}
