/** What the gateway did since its start; `refused` counts by reason, an error key or a reason of the protocol. */
export interface Counters {
  connected: number;
  messages: number;
  refused: Map<string, number>;
}

export function createCounters(): Counters {
  return { connected: 0, messages: 0, refused: new Map() };
}

export function countRefusal(counters: Counters, reason: string): void {
  counters.refused.set(reason, (counters.refused.get(reason) ?? 0) + 1);
}

/** Counters as details of a health part. */
export function counterDetail(counters: Counters): Record<string, number> {
  const { connected, messages, refused } = counters;
  const reasons = [...refused].map(([reason, count]) => [`refused.${reason}`, count] as const);
  return { connected, messages, ...Object.fromEntries(reasons) };
}
