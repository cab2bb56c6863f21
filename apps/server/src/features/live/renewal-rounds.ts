/** A round rests so many times as long as it took, and so long at most. */
const REST_TIMES = 3;
const MOST_REST_MS = 5000;
/** A stream of which the store does not say in time whose it is keeps no others from the next round. */
const LONGEST_MS = 15_000;

interface RenewalRounds {
  /**
   * Begins a round because somebody's access changed: at once, or when the one before that began for this reason is over and has rested. The usual ones
   * keep nobody waiting who lost a right: with a thousand streams they were nearly always under way.
   */
  begin(): void;
  /** Begins a usual round, where none is under way or rests. */
  beginUsual(): void;
  stop(): void;
}

/**
 * Asks for everybody who looks what they may see. Whoever shares a station and closes it again and again changes somebody's access each time, and thousands of
 * streams would keep the database and the server busy with nothing else.
 */
export function createRenewalRounds(renewAll: () => Promise<unknown>): RenewalRounds {
  /** The round that is under way or rests; one that another took over ends without a rest. */
  let present: { isUsual: boolean } | undefined;
  let again = false;
  let rest: NodeJS.Timeout | undefined;
  let isStopped = false;
  const start = (isUsual: boolean) => {
    clearTimeout(rest);
    const round = { isUsual };
    present = round;
    again = false;
    const began = performance.now();
    const late = Promise.withResolvers<void>();
    const latest = setTimeout(late.resolve, LONGEST_MS).unref();
    void Promise.race([renewAll(), late.promise]).finally(() => {
      clearTimeout(latest);
      if (present !== round) return;
      const took = performance.now() - began;
      rest = setTimeout(
        () => {
          present = undefined;
          if (again) begin();
        },
        Math.min(REST_TIMES * took, MOST_REST_MS),
      ).unref();
    });
  };
  const begin = () => {
    if (isStopped) return;
    if (present?.isUsual === false) again = true;
    else start(false);
  };
  return {
    begin,
    beginUsual() {
      if (!isStopped && !present) start(true);
    },
    stop() {
      isStopped = true;
      clearTimeout(rest);
    },
  };
}
