// What becomes of serial numbers that shall be in a batch, as plain data.

/** `unknown`: nothing has this number. `foreign`: the caller does not see the device. `there`: it is in the batch already. */
export const BATCH_VERDICTS = ['ready', 'there', 'duplicate', 'foreign', 'unknown'] as const;
