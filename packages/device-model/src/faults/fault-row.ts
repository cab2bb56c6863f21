import type { FaultLevel } from '../profile/schema.ts';

/** A fault as the tables list it, in English. */
export type FaultRow = readonly [key: string, level: FaultLevel, name: string, cause: string, advice: string];
