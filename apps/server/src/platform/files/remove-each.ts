import type { Platform } from '../platform.ts';

/** Removes files; one that cannot be removed, as by its rights on the disk, is left to the next time, and keeps no other one. Answers whether all are gone. */
export async function removeEach(
  { files, log }: Pick<Platform, 'files' | 'log'>,
  names: Iterable<string>,
): Promise<boolean> {
  let gone = true;
  for (const name of names)
    try {
      await files.remove(name);
    } catch (error) {
      gone = false;
      log.error({ err: error, file: name }, 'a file was not removed');
    }
  return gone;
}
