import type { Reading } from '../../apps/simulator/src/station/reading.ts';

/** What a device sends within (from, to], epoch milliseconds, whatever times it tells. */
export interface Said {
  sn: string;
  readings: readonly Reading[];
  from: number;
  to: number;
}

/** A message with the time at which it comes. */
export interface Arrival {
  sn: string;
  reading: Reading;
  at: number;
}

/** Messages of a device come evenly spread. */
export const arrivalsOf = ({ sn, readings, from, to }: Said): Arrival[] =>
  readings.map((reading, place) => ({
    sn,
    reading,
    at: from + ((place + 1) * (to - from)) / readings.length,
  }));
