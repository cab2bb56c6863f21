/** Writes a line that stands for `count` lines. */
export type WriteLine = (count: number) => void;

interface Held {
  count: number;
  write: WriteLine;
}

/**
 * Different lines that are told apart. A stranger invents serial numbers without end; a line for each would fill the disk, so beyond this they are
 * one.
 */
const MOST_APART = 200;
const OTHERS = '';

/**
 * Holds back lines that say the same. Writes the first at once, counts those of the next `everyMs` and writes one line for them at its
 * end, and so on while they come.
 */
export function createRepeatedLines(everyMs: number): (key: string, write: WriteLine) => void {
  const held = new Map<string, Held>();
  const rest = (key: string) => setTimeout(() => tell(key), everyMs).unref();
  const tell = (key: string) => {
    const { count, write } = held.get(key)!;
    if (count === 0) return void held.delete(key);
    held.set(key, { count: 0, write });
    rest(key);
    write(count);
  };
  return (line, write) => {
    const key = held.has(line) || held.size < MOST_APART ? line : OTHERS;
    const known = held.get(key);
    if (known) {
      known.count += 1;
      known.write = write;
      return;
    }
    held.set(key, { count: 0, write });
    rest(key);
    write(1);
  };
}
