// Words of connections of loggers, as plain data like `words.ts`.

/** What goes wrong on the connection of a V5 logger. `silent`: it said nothing any more. `noAnswer`: what hangs on it did not answer. */
export const LINK_ERRORS = [
  'badFrames',
  'otherSerial',
  'malformed',
  'timeRefused',
  'valuesRefused',
  'foreignDevice',
  'notStored',
  'noAnswer',
  'silent',
  'notReading',
  'replaced',
] as const;
export type LinkError = (typeof LINK_ERRORS)[number];

/**
 * Why the connection of a V5 logger is not believed: nothing is known of it yet, it comes from another network than before, it replaced one
 * that lived, or two replace each other.
 */
export const LINK_DOUBTS = ['first', 'otherNetwork', 'replaced', 'alternating'] as const;
export type LinkDoubt = (typeof LINK_DOUBTS)[number];
