import { readEnerpos } from './enerpos.ts';
import { readPlant22 } from './plant22.ts';
import { readStrings } from './strings.ts';

/** Recordings by name; each reads its files from the folder of all recordings. */
export const PLANTS = { plant22: readPlant22, enerpos: readEnerpos, strings: readStrings } as const;
export type PlantName = keyof typeof PLANTS;
