import { buffer } from 'node:stream/consumers';
import type { ReadFile } from '../../src/platform/readers/messages.ts';
import { MISDEEDS } from './misbehave.ts';

/** Reads the file and does what the address of this module says. */
export const readFile: ReadFile<unknown, never> = async ({ bytes }) => {
  await buffer(bytes);
  await MISDEEDS[new URL(import.meta.url).search.slice(1) as keyof typeof MISDEEDS]();
};
