/** Values by the words that stand for them, in small letters; of several that claim a word the first has it. */
export function wordMap<V>(entries: Iterable<readonly [word: string, value: V]>): ReadonlyMap<string, V> {
  const map = new Map<string, V>();
  for (const [word, value] of entries) {
    const key = word.toLowerCase();
    if (!map.has(key)) map.set(key, value);
  }
  return map;
}
