import type { LiveEvent } from '@sunfleet/contract';
import {
  ACCESS_ONLY,
  isAccessOnly,
  isQuiet,
  type OpenStream,
  type StreamEnd,
  type Subscription,
} from './open-stream.ts';

/** `off`: no subscription, or the page is hidden; `waiting`: the stream was lost and will be tried again. */
export type LiveState = 'off' | 'connecting' | 'open' | 'waiting';

export interface LiveConnection {
  /** Asks for stations and devices until the function that it answers is called. */
  subscribe: (subscription: Subscription) => () => void;
  /** Closes the stream of a hidden page. Once it is visible again, the server sends what was missed, or a reset. */
  setVisible: (visible: boolean) => void;
  /** Opens a lost stream now, because the server is known to answer again. */
  retry: () => void;
  getState: () => LiveState;
  onState: (listener: () => void) => () => void;
  close: () => void;
}

interface LiveConnectionOptions {
  open: OpenStream;
  onEvents: (events: readonly LiveEvent[]) => void;
  /** A stream is open after a time without one, in which changes of access were missed. */
  onGap?: () => void;
  /** A stream ended, or could not be opened, and was not refused: the server may be gone. */
  onEnd?: () => void;
  /** Milliseconds before attempt 1, 2, …; a random part keeps a fleet of browsers from coming back at once. */
  delay?: (attempt: number) => number;
  /** Waits this long for further changes (a page is left, the next one mounts), so that one stream serves them all. */
  settleMs?: number;
  /** Keeps the stream of the last page this long, while the next page reads what it will subscribe to. */
  quietMs?: number;
}

/** What a connection remembers. */
interface Connection {
  options: Required<LiveConnectionOptions>;
  wanted: Set<Subscription>;
  listeners: Set<() => void>;
  state: LiveState;
  visible: boolean;
  /** Ends the stream that is open or being opened. */
  current: AbortController | undefined;
  /** The subscription of that stream as text; empty where there is none. */
  opened: string;
  attempt: number;
  /** Changes of access may have been missed, because no stream was open. */
  gap: boolean;
  lastEventId: string | undefined;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const DEFAULTS = {
  onGap: () => undefined,
  onEnd: () => undefined,
  delay: (attempt: number): number => Math.min(30_000, 500 * 2 ** attempt) * (0.5 + Math.random() / 2),
  settleMs: 50,
  quietMs: 1000,
};

/** One stream for all that the page shows, or for news of access alone: opened, resumed and closed as needed. */
export function createLiveConnection(options: LiveConnectionOptions): LiveConnection {
  const live: Connection = {
    options: { ...DEFAULTS, ...options },
    wanted: new Set(),
    listeners: new Set(),
    state: 'off',
    visible: true,
    current: undefined,
    opened: '',
    attempt: 0,
    gap: true,
    lastEventId: undefined,
    timer: undefined,
  };
  return {
    subscribe: (subscription) => subscribe(live, subscription),
    setVisible: (visible) => {
      live.visible = visible;
      live.attempt = 0;
      plan(live, 0);
    },
    retry: () => {
      if (live.current || live.state === 'off') return;
      live.attempt = 0;
      plan(live, 0);
    },
    getState: () => live.state,
    onState: (listener) => {
      live.listeners.add(listener);
      return () => live.listeners.delete(listener);
    },
    close: () => {
      live.wanted.clear();
      clearTimeout(live.timer);
      settle(live);
    },
  };
}

function subscribe(live: Connection, subscription: Subscription): () => void {
  live.wanted.add(subscription);
  planChange(live);
  return () => {
    live.wanted.delete(subscription);
    planChange(live);
  };
}

function planChange(live: Connection): void {
  const quiet = live.wanted.size > 0 && isQuiet(union(live.wanted));
  plan(live, live.current && quiet ? live.options.quietMs : live.options.settleMs);
}

function plan(live: Connection, ms: number): void {
  clearTimeout(live.timer);
  live.timer = setTimeout(() => settle(live), ms);
}

/** Opens, exchanges or closes the stream, where the present one is not the one that is wanted. */
function settle(live: Connection): void {
  const active = live.visible && live.wanted.size > 0;
  const subscription = union(live.wanted);
  const key = active ? JSON.stringify(subscription) : '';
  if (key === live.opened && (live.current || !active)) return;
  live.current?.abort();
  live.current = undefined;
  live.opened = key;
  if (active) void run(live, subscription);
  else {
    live.gap = true;
    setState(live, 'off');
  }
}

/** Follows one stream until it ends, then plans the next try. A stream that was exchanged changes nothing any more. */
async function run(live: Connection, subscription: Subscription): Promise<void> {
  const controller = new AbortController();
  const isCurrent = () => live.current === controller;
  const quiet = isQuiet(subscription);
  const tell = (next: LiveState) => setState(live, quiet ? 'off' : next);
  live.current = controller;
  tell(live.attempt === 0 ? 'connecting' : 'waiting');
  const end = await live.options
    .open({
      subscription,
      lastEventId: live.lastEventId,
      signal: controller.signal,
      onOpen: () => {
        if (!isCurrent()) return;
        live.attempt = 0;
        tell('open');
        if (live.gap) live.options.onGap();
        live.gap = false;
      },
      onEvents: (events, id) => {
        if (!isCurrent()) return;
        live.lastEventId = id ?? live.lastEventId;
        live.options.onEvents(events);
      },
    })
    .catch(() => undefined);
  if (!isCurrent()) return;
  live.current = undefined;
  live.gap = true;
  const refused = isRefusal(end);
  tell(refused ? 'off' : 'waiting');
  if (!refused) {
    plan(live, live.options.delay((live.attempt += 1)));
    live.options.onEnd();
  }
  // What is shown may be gone, or closed to this role. The quiet stream tells when that changes.
  else if (!isAccessOnly(subscription) && end?.status !== 401) void run(live, ACCESS_ONLY);
}

/** Whether the server said no, so that another try would change nothing. */
const isRefusal = (end: StreamEnd | undefined): boolean =>
  end !== undefined && end.status >= 400 && end.status < 500 && end.status !== 429;

function setState(live: Connection, next: LiveState): void {
  if (next === live.state) return;
  live.state = next;
  for (const listener of live.listeners) listener();
}

function union(subscriptions: Iterable<Subscription>): Subscription {
  const stations = new Set<number>();
  const devices = new Set<number>();
  let alarms: Subscription['alarms'];
  for (const subscription of subscriptions) {
    if (alarms !== 'shown') alarms = subscription.alarms ?? alarms;
    for (const id of subscription.stations) stations.add(id);
    for (const id of subscription.devices) devices.add(id);
  }
  const sorted = (ids: Set<number>) => [...ids].sort((a, b) => a - b);
  return { stations: sorted(stations), devices: sorted(devices), ...(alarms ? { alarms } : {}) };
}
