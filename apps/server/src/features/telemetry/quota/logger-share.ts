/**
 * Frames of V5 prove nothing, so whoever knows the numbers of a logger brings samples in its name. A hundred devices that push 150 values
 * a minute are 22 million samples a day, and the serial line to them at 9,600 baud carries 41 million registers a day at most.
 */
const MOST_A_DAY = 50_000_000;
/** Nor may one logger use up the small quota of an organisation. */
const PART_OF_DAY = 0.1;

/** Samples that one logger, with the devices it speaks for, may bring on a day, of what its owner may store on a day. */
export const shareOfLogger = (perDay: number) => Math.min(MOST_A_DAY, Math.ceil(perDay * PART_OF_DAY));

/** What all loggers of an organisation may bring on a day: the rest is for devices that prove who they are, however many sticks somebody knows. */
export const shareOfAllLoggers = (perDay: number) => Math.ceil(perDay / 2);
