/** What was there on a day to tell causes of losses by. Bits as they are stored: add at the end only. */
export const LOSS_BASIS = {
  /** Inverters told their state. */
  states: 1,
  /** Inverters told what they were allowed to give. */
  limit: 2,
  /** A weather service told the sky. */
  sky: 4,
  /** Shade was learned of the station's days. */
  learned: 8,
  /** The design has a horizon or rows. */
  obstructed: 16,
  /** Inverters told the currents of their strings. */
  strings: 32,
} as const;
