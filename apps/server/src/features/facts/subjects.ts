import type { DeviceSighting } from '../../platform/topics.ts';

/** Rows of a partition that were stored, in the order in which a source stored them. */
export const rowsSubject = (partition: number) => `facts.rows.${partition}`;
/** Devices of a partition that were seen. */
export const sightingsSubject = (partition: number) => `facts.seen.${partition}`;
/** How far a source is, each second. */
export const BEAT_SUBJECT = 'facts.beat';
/** A question of one that begins to decide: which devices of its partitions are connected? */
export const CONNECTED_SUBJECT = 'facts.connected';

export interface FactBeat {
  source: string;
  /** Epoch milliseconds: everything whose storing began before was told. */
  storedUntil: number;
  /** Of each partition, the number of the last message. */
  numbers: number[];
  /** The source stops in order: all that it stored was told. */
  isLast?: true;
}

export interface FactSightings {
  sightings: DeviceSighting[];
}

export interface AskConnected {
  partitions: number[];
}
