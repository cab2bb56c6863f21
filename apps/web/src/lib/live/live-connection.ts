import type { LiveEvent } from '@sunfleet/contract';
import { ACCESS_ONLY, isAccessOnly, type OpenStream, type Subscription } from './open-stream.ts';

/** `off`: nothing live is asked for or the page is hidden; `waiting`: lost, and tried again in a while. */
export type LiveState = 'off' | 'connecting' | 'open' | 'waiting';

export interface LiveConnection {
  /** Asks for stations and devices for as long as the answer is not called. */
  subscribe: (subscription: Subscription) => () => void;
  /** Hidden pages keep no stream; when seen again they get what they missed, or a reset. */
  setVisible: (visible: boolean) => void;
  getState: () => LiveState;
  onState: (listener: () => void) => () => void;
  close: () => void;
}

interface LiveConnectionOptions {
  open: OpenStream;
  onEvents: (events: readonly LiveEvent[]) => void;
  /** A stream stands after there was none, which nobody could tell of changed access. */
  onGap?: () => void;
  /** Milliseconds before attempt 1, 2, …; a random part keeps a fleet of browsers from coming back at once. */
  delay?: (attempt: number) => number;
  /** Subscriptions that change together (a page is left, the next one mounts) lead to one stream. */
  settleMs?: number;
  /** A page that names nothing live has this long to read what it shows, before the stream of the page before is exchanged. */
  quietMs?: number;
}

const backOff = (attempt: number): number => Math.min(30_000, 500 * 2 ** attempt) * (0.5 + Math.random() / 2);

/** One stream for all that the page shows, or for news of access alone: opened, resumed and closed as needed. */
export function createLiveConnection(options: LiveConnectionOptions): LiveConnection {
  const { open, onEvents, onGap, delay = backOff, settleMs = 50, quietMs = 1000 } = options;
  const wanted = new Set<Subscription>();
  const listeners = new Set<() => void>();
  let state: LiveState = 'off';
  let visible = true;
  let current: AbortController | undefined;
  let opened = '';
  let attempt = 0;
  let gap = true;
  let lastEventId: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const setState = (next: LiveState) => {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  };
  const plan = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(settle, ms);
  };
  const planChange = () => {
    const quiet = wanted.size > 0 && isAccessOnly(union(wanted));
    plan(current && quiet ? quietMs : settleMs);
  };

  function settle(): void {
    const active = visible && wanted.size > 0;
    const subscription = union(wanted);
    const key = active ? JSON.stringify(subscription) : '';
    if (key === opened && (current || !active)) return;
    current?.abort();
    current = undefined;
    opened = key;
    if (active) void run(subscription);
    else {
      gap = true;
      setState('off');
    }
  }

  async function run(subscription: Subscription): Promise<void> {
    const controller = new AbortController();
    const quiet = isAccessOnly(subscription);
    const tell = (next: LiveState) => setState(quiet ? 'off' : next);
    current = controller;
    tell(attempt === 0 ? 'connecting' : 'waiting');
    const end = await open({
      subscription,
      lastEventId,
      signal: controller.signal,
      onOpen: () => {
        if (current !== controller) return;
        attempt = 0;
        tell('open');
        if (gap) onGap?.();
        gap = false;
      },
      onEvents: (events, id) => {
        if (current !== controller) return;
        lastEventId = id ?? lastEventId;
        onEvents(events);
      },
    }).catch(() => undefined);
    if (current !== controller) return;
    current = undefined;
    gap = true;
    const refused = end !== undefined && end.status >= 400 && end.status < 500 && end.status !== 429;
    tell(refused ? 'off' : 'waiting');
    if (!refused) plan(delay((attempt += 1)));
    // What is shown may be gone or not for this role; that this changes is heard of all the same.
    else if (!quiet && end.status !== 401) void run(ACCESS_ONLY);
  }

  return {
    subscribe: (subscription) => {
      wanted.add(subscription);
      planChange();
      return () => {
        wanted.delete(subscription);
        planChange();
      };
    },
    setVisible: (next) => {
      visible = next;
      attempt = 0;
      plan(0);
    },
    getState: () => state,
    onState: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => {
      wanted.clear();
      clearTimeout(timer);
      settle();
    },
  };
}

function union(subscriptions: Iterable<Subscription>): Subscription {
  const stations = new Set<number>();
  const devices = new Set<number>();
  for (const subscription of subscriptions) {
    for (const id of subscription.stations) stations.add(id);
    for (const id of subscription.devices) devices.add(id);
  }
  const sorted = (ids: Set<number>) => [...ids].sort((a, b) => a - b);
  return { stations: sorted(stations), devices: sorted(devices) };
}
