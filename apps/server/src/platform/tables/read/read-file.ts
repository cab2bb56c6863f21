import { buffer } from 'node:stream/consumers';
import type { ReadFile } from '../../readers/messages.ts';
import { readTable, type Table } from './read-table.ts';

/** Reads one uploaded table of stations, in a process of its own. */
export const readFile: ReadFile<null, Table> = async ({ bytes, answer }) => {
  await answer(await readTable(new Uint8Array(await buffer(bytes))));
};
