/** A round rests so many times as long as it took, and so long at most. */
const REST_TIMES = 3;
const MOST_REST_MS = 5000;
/** A stream of which the store does not say in time whose it is keeps no others from the next round. */
const LONGEST_MS = 15_000;

interface RenewalRounds {
  /** Begins a round soon: at once, or when the one before is over and has rested. */
  begin(): void;
  stop(): void;
}

/**
 * Asks for everybody who looks what they may see. Whoever shares a station and closes it again and again changes somebody's access each time, and thousands of
 * streams would keep the database and the server busy with nothing else.
 */
export function createRenewalRounds(renewAll: () => Promise<unknown>): RenewalRounds {
  let isBusy = false;
  let again = false;
  let rest: NodeJS.Timeout | undefined;
  let isStopped = false;
  const begin = () => {
    again = isBusy;
    if (isBusy || isStopped) return;
    isBusy = true;
    const began = performance.now();
    const late = Promise.withResolvers<void>();
    const latest = setTimeout(late.resolve, LONGEST_MS).unref();
    void Promise.race([renewAll(), late.promise]).finally(() => {
      clearTimeout(latest);
      const took = performance.now() - began;
      rest = setTimeout(
        () => {
          isBusy = false;
          if (again) begin();
        },
        Math.min(REST_TIMES * took, MOST_REST_MS),
      ).unref();
    });
  };
  return {
    begin,
    stop() {
      isStopped = true;
      clearTimeout(rest);
    },
  };
}
