import fc from 'fast-check';

/** From 0 to 1, evenly: random doubles of the library lie close to 0. */
export const share = fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000);
