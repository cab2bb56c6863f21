/** Runs work when its turn has come. */
export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Lets `most` pieces of work run at a time, in their order, and of one key never two. */
export function createTurns(most: number): Turns {
  const active = new Set<string>();
  const waiting: { key: string; begin: () => void }[] = [];
  const next = () => {
    while (active.size < most) {
      const index = waiting.findIndex(({ key }) => !active.has(key));
      const [one] = index === -1 ? [] : waiting.splice(index, 1);
      if (!one) return;
      active.add(one.key);
      one.begin();
    }
  };
  return async (key, work) => {
    await new Promise<void>((begin) => {
      waiting.push({ key, begin });
      next();
    });
    try {
      return await work();
    } finally {
      active.delete(key);
      next();
    }
  };
}
