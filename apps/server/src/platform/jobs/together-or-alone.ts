/**
 * Does something with all of what is due together; where that fails, with each alone, so that one with which it cannot be done, whatever is stored of it, keeps
 * no other one waiting. Throws what the work threw where it cannot be done with any of several: that is the store.
 */
export async function togetherOrAlone<T>(
  all: readonly T[],
  work: (some: readonly T[]) => Promise<unknown>,
  failed: (error: unknown, one: T) => void,
): Promise<void> {
  if (all.length === 0) return;
  try {
    await work(all);
  } catch (error) {
    const [only] = all;
    if (all.length === 1) return failed(error, only!);
    let failures = 0;
    for (const one of all)
      try {
        await work([one]);
      } catch (reason) {
        failures += 1;
        failed(reason, one);
      }
    if (failures === all.length) throw error;
  }
}
