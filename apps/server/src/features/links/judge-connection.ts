import type { LinkDoubt } from '@sunfleet/contract';

/** What is remembered of a logger's connections. Times are epoch milliseconds. */
export interface LinkTrust {
  /** Network of the newest connection. */
  network: string | null;
  /** Network of the last connection that was believed. */
  trustedNetwork: string | null;
  /** Why the newest connection is not believed; null: it is. */
  doubt: LinkDoubt | null;
  doubtedSince: number | null;
  /** When newest connections replaced one that lived, oldest first. */
  replacedAt: readonly number[];
}

export const UNKNOWN_LINK: LinkTrust = {
  network: null,
  trustedNetwork: null,
  doubt: null,
  doubtedSince: null,
  replacedAt: [],
};

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A doubt is over when nothing added to it for this long. A stick loses its connection now and then; another network is rarer. */
const STABLE_MS: Readonly<Record<LinkDoubt, number>> = {
  first: DAY_MS,
  otherNetwork: DAY_MS,
  replaced: 15 * MINUTE_MS,
  alternating: DAY_MS,
};
/** So many connections within this time that each replaced one that lived are two sticks with one serial number. */
const ALTERNATIONS = 4;
const ALTERNATION_WINDOW_MS = 15 * MINUTE_MS;

/** Doubts that its owner is told of, and that are an alarm. A stick that reconnects, or a new one, is no news. */
const LOUD: ReadonlySet<LinkDoubt | null> = new Set(['otherNetwork', 'alternating'] as const);
export const isLoud = (doubt: LinkDoubt | null): boolean => LOUD.has(doubt);

/** When the doubt ends by itself; undefined where there is none. */
export function stableAt({
  doubt,
  doubtedSince,
}: Pick<LinkTrust, 'doubt' | 'doubtedSince'>): number | undefined {
  return doubt === null ? undefined : (doubtedSince ?? 0) + STABLE_MS[doubt];
}

/** The doubt that stands now: one that was stable for long enough is over. */
export function doubtAt(link: Pick<LinkTrust, 'doubt' | 'doubtedSince'>, now: number): LinkDoubt | null {
  return (stableAt(link) ?? now) <= now ? null : link.doubt;
}

interface NewConnection {
  network: string;
  /** It replaced a connection that lived. */
  replaces: boolean;
  now: number;
}

/** What is thought of a logger once it has connected anew. */
export function judgeConnection(before: LinkTrust, { network, replaces, now }: NewConnection): LinkTrust {
  const link = settle(before, now);
  const since = now - ALTERNATION_WINDOW_MS;
  const replacedAt = [...link.replacedAt.filter((at) => at > since), ...(replaces ? [now] : [])].slice(
    -ALTERNATIONS,
  );
  const doubt = replacedAt.length >= ALTERNATIONS ? 'alternating' : doubtOf(link, network, replaces);
  const goesOn = doubt === link.doubt && network === link.network && !replaces;
  const doubtedSince = doubt === null ? null : goesOn ? link.doubtedSince : now;
  return { network, trustedNetwork: link.trustedNetwork, doubt, doubtedSince, replacedAt };
}

/** A network that was stable for long enough is believed from then on. */
function settle(link: LinkTrust, now: number): LinkTrust {
  if (link.doubt === null || doubtAt(link, now) !== null) return link;
  return { ...link, trustedNetwork: link.network, doubt: null, doubtedSince: null };
}

function doubtOf(link: LinkTrust, network: string, replaces: boolean): LinkDoubt | null {
  if (link.trustedNetwork === null) return 'first';
  if (network !== link.trustedNetwork) return 'otherNetwork';
  if (replaces) return 'replaced';
  // Back in its network, it has to stay for a while after it was replaced.
  return link.doubt === 'replaced' || link.doubt === 'alternating' ? link.doubt : null;
}
