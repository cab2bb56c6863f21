import { BALANCE_POINTS, idOf } from '../telemetry/index.ts';

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
