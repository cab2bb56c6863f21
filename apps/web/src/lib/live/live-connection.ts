import type { LiveEvent } from '@sunfleet/contract';
import type { OpenStream, Subscription } from './open-stream.ts';

/** `off`: nobody asks or the page is hidden; `waiting`: lost, and tried again in a while. */
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
  /** Milliseconds before attempt 1, 2, …; a random part keeps a fleet of browsers from coming back at once. */
  delay?: (attempt: number) => number;
  /** Subscriptions that change together (a page is left, the next one mounts) lead to one stream. */
  settleMs?: number;
}

const backOff = (attempt: number): number => Math.min(30_000, 500 * 2 ** attempt) * (0.5 + Math.random() / 2);

/** One stream for all that the page shows: opened, resumed and closed as needed. */
export function createLiveConnection(options: LiveConnectionOptions): LiveConnection {
  const { open, onEvents, delay = backOff, settleMs = 50 } = options;
  const wanted = new Set<Subscription>();
  const listeners = new Set<() => void>();
  let state: LiveState = 'off';
  let visible = true;
  let current: AbortController | undefined;
  let opened = '';
  let attempt = 0;
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

  function settle(): void {
    const active = visible && wanted.size > 0;
    const subscription = union(wanted);
    const key = active ? JSON.stringify(subscription) : '';
    if (key === opened && (current || !active)) return;
    current?.abort();
    current = undefined;
    opened = key;
    if (active) void run(subscription);
    else setState('off');
  }

  async function run(subscription: Subscription): Promise<void> {
    const controller = new AbortController();
    current = controller;
    setState(attempt === 0 ? 'connecting' : 'waiting');
    const end = await open({
      subscription,
      lastEventId,
      signal: controller.signal,
      onOpen: () => {
        if (current !== controller) return;
        attempt = 0;
        setState('open');
      },
      onEvents: (events, id) => {
        if (current !== controller) return;
        lastEventId = id ?? lastEventId;
        onEvents(events);
      },
    }).catch(() => undefined);
    if (current !== controller) return;
    current = undefined;
    const refused = end !== undefined && end.status >= 400 && end.status < 500 && end.status !== 429;
    setState(refused ? 'off' : 'waiting');
    if (refused) return;
    plan(delay((attempt += 1)));
  }

  return {
    subscribe: (subscription) => {
      wanted.add(subscription);
      plan(settleMs);
      return () => {
        wanted.delete(subscription);
        plan(settleMs);
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
