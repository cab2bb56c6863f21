import { rm } from 'node:fs/promises';
import path from 'node:path';

/** A larger file gives its room back to the disk. */
const KEPT_BYTES = 65_536;

/** Files of a folder that small blocks pass through, one after the other: making and removing one for each is felt on an idle server. */
export interface SpoolFiles {
  /** Lends a file to work that writes so many bytes into it and has it read. */
  lend<T>(bytes: number, work: (file: string) => Promise<T>): Promise<T>;
}

export function createSpoolFiles(folder: string): SpoolFiles {
  const free: string[] = [];
  let made = 0;
  return {
    async lend(bytes, work) {
      const file = free.pop() ?? path.join(folder, `${(made += 1)}.native`);
      let isKept = false;
      try {
        const result = await work(file);
        isKept = bytes <= KEPT_BYTES;
        return result;
      } finally {
        if (isKept) free.push(file);
        else await rm(file, { force: true });
      }
    },
  };
}
