import { BALANCE_POINTS, idOf, mostOfPoint } from '../telemetry/index.ts';

/** Points a device's state is made of: those of its station's balance, then its lifetime counter, run state and signal. */
export const STATE_POINTS: readonly number[] = [
  ...BALANCE_POINTS,
  idOf('energy.total'),
  idOf('state'),
  idOf('signal.strength'),
];
export const COUNTER_SLOT = BALANCE_POINTS.length;
export const RUN_STATE_SLOT = COUNTER_SLOT + 1;
export const SIGNAL_SLOT = COUNTER_SLOT + 2;

/** Place of a point among the values of a state, -1 for points that play no part. */
export const SLOT_OF: Int8Array = (() => {
  const slots = new Int8Array(65_536).fill(-1);
  for (const [slot, point] of STATE_POINTS.entries()) slots[point] = slot;
  return slots;
})();

/** The greatest amount that is believed of each value. What is believed of a counter, its roll-up says. */
export const MOST_OF_SLOT: Float64Array = Float64Array.from(STATE_POINTS, (point, slot) =>
  slot === COUNTER_SLOT ? Infinity : mostOfPoint(point),
);
