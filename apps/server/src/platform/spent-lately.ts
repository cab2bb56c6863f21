/** How many are known by what they were given. */
const MOST_KNOWN = 20_000;

/** What people, organisations or sites were given lately, milliseconds. */
export interface SpentLately {
  of(who: string): number;
  /** Lower for who was given less, and for who waits longer: what both were given is forgotten while they wait. */
  rank(who: string, more: number): number;
  add(who: string, more: number): void;
}

/** Half of what was given is forgotten in each half-life. */
export function createSpentLately(now: () => number, halfLifeMs: number): SpentLately {
  const known = new Map<string, { ms: number; at: number }>();
  const of = (who: string) => {
    const one = known.get(who);
    return one ? one.ms * 2 ** ((one.at - now()) / halfLifeMs) : 0;
  };
  return {
    of,
    rank: (who, more) => Math.log2(Math.max(1, of(who) + more)) + now() / halfLifeMs,
    add(who, more) {
      const ms = of(who) + more;
      known.delete(who);
      known.set(who, { ms, at: now() });
      if (known.size <= MOST_KNOWN) return;
      const [oldest] = known.keys();
      known.delete(oldest!);
    },
  };
}
