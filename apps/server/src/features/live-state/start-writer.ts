const WRITE_MS = 4000;
const REST_FACTOR = 10;

/** Writes again and again, with a rest of at least ten times what the last writing took. */
export function startWriter(work: () => Promise<void>, failed: (error: unknown) => void) {
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<void> = Promise.resolve();
  const now = () => {
    last = last.catch(() => {}).then(work);
    return last;
  };
  const round = () => {
    const started = performance.now();
    void now()
      .catch(failed)
      .finally(() => {
        timer = setTimeout(round, Math.max(WRITE_MS, REST_FACTOR * (performance.now() - started)));
      });
  };
  timer = setTimeout(round, WRITE_MS);
  return {
    now,
    async stop() {
      clearTimeout(timer);
      await now().catch(failed);
      clearTimeout(timer);
    },
  };
}
