/** What the gateway did since its start; `refused` counts by reason, an error key or a reason of the protocol. */
export interface Counters {
  connected: number;
  messages: number;
  refused: Record<string, number>;
}

export function createCounters(): Counters {
  return { connected: 0, messages: 0, refused: {} };
}

export function countRefusal(counters: Counters, reason: string): void {
  counters.refused[reason] = (counters.refused[reason] ?? 0) + 1;
}

/** Counters as details of a health part. */
export function counterDetail(counters: Counters): Record<string, number> {
  const refused = Object.entries(counters.refused).map(([reason, count]) => [`refused.${reason}`, count]);
  const { connected, messages } = counters;
  return { connected, messages, ...(Object.fromEntries(refused) as Record<string, number>) };
}
