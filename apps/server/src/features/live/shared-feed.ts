import { randomUUID } from 'node:crypto';
import { createBurst } from '../../platform/burst.ts';
import { every } from '../../platform/jobs/every.ts';
import type { Logger } from '../../platform/log.ts';
import type { Messages } from '../../platform/messages/messages.ts';
import type { FedEvent, OpenFeed } from './live-feed.ts';
import { WatchedDevices } from './watched-devices.ts';

/** Subjects of what servers tell each other for open pages. */
const EVENTS = 'live.events';
const WATCHED = 'live.watched';

/** A server says so often which devices its pages watch, and those that it has not watched before at once. */
const SAY_EVERY_MS = 5000;
/** A server that said nothing for this long watches nothing any more. */
const FORGET_AFTER_MS = 15_000;
/** Events of the same moment are one message. */
const GATHER_MS = 20;
/** A message of a NATS server holds a megabyte; one that is larger is not sent, with all that is in it. */
const MOST_AT_ONCE = 200;
const MOST_BYTES = 512 * 1024;
/** Devices of one message. */
const MOST_WATCHED = 20_000;

/** Devices of which a server wants new values. */
interface Watched {
  server: string;
  /** Which of its messages: many people may watch very many devices. */
  part: number;
  devices: number[];
}

interface Parts {
  messages: Messages;
  log: Logger;
}

/** What another server stores and decides, as it tells it by `shareFeed`. */
export function feedOfOthers({ messages, log }: Parts): OpenFeed {
  return (to) => {
    const server = randomUUID();
    const watched = new WatchedDevices();
    /** Watched since the last word. */
    const fresh = new Set<number>();
    let saidAllAt = -Infinity;
    let between = 0;
    const say = every(
      SAY_EVERY_MS,
      async () => {
        const isDue = performance.now() - saidAllAt >= SAY_EVERY_MS / 2;
        if (isDue) saidAllAt = performance.now();
        const ids = isDue ? watched.ids() : [...fresh];
        fresh.clear();
        for (let start = 0; start < ids.length; start += MOST_WATCHED) {
          // What came in between is a part of its own, until all are said again.
          if (!isDue) between += 1;
          const part = isDue ? start / MOST_WATCHED : -between;
          const devices = ids.slice(start, start + MOST_WATCHED);
          messages.send(WATCHED, { server, part, devices } satisfies Watched);
        }
      },
      { log, name: 'watched devices', gatherMs: GATHER_MS },
    );
    const ends = [
      messages.hear<FedEvent[]>(EVENTS, (events) => {
        for (const event of events) to.event(event);
      }),
      messages.onGap(() => {
        to.gap();
        saidAllAt = -Infinity;
        say.wake();
      }),
    ];
    return {
      watch(devices) {
        const own = [...devices];
        for (const device of own) if (!watched.has(device)) fresh.add(device);
        if (fresh.size > 0) say.wake();
        return watched.watch(own);
      },
      stop() {
        for (const end of ends) end();
        void say.stop();
      },
    };
  };
}

/** Tells other servers what a feed hands over, new values of those devices that they watch. Answers the function that ends it. */
export function shareFeed(open: OpenFeed, { messages, log }: Parts): () => void {
  const gathered = createBurst<FedEvent>(
    GATHER_MS,
    async (events) => {
      for (const part of inMessages(events)) messages.send(EVENTS, part);
    },
    (error) => log.error({ err: error }, 'live events not told to other servers'),
  );
  const feed = open({ event: gathered.add, gap: () => undefined });
  const servers = new Map<string, { heardAt: number; end: () => void }>();
  const stopHearing = messages.hear<Watched>(WATCHED, ({ server, part, devices }) => {
    // Watched anew before the old watch ends, so that nothing gathered for a device is lost in between. A device that is in another part comes in an earlier one.
    const end = feed.watch(devices);
    const key = `${server} ${part}`;
    servers.get(key)?.end();
    servers.set(key, { heardAt: performance.now(), end });
  });
  const forgetting = every(
    SAY_EVERY_MS,
    async () => {
      for (const [server, { heardAt, end }] of servers) {
        if (performance.now() - heardAt < FORGET_AFTER_MS) continue;
        servers.delete(server);
        end();
      }
    },
    { log, name: 'watching servers' },
  );
  return () => {
    stopHearing();
    void forgetting.stop();
    feed.stop();
    void gathered.flush();
  };
}

function* inMessages(events: readonly FedEvent[]): Generator<FedEvent[]> {
  let part: FedEvent[] = [];
  let bytes = 0;
  for (const fed of events) {
    const more = mostBytesOf(fed);
    if (part.length === MOST_AT_ONCE || (part.length > 0 && bytes + more > MOST_BYTES)) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(fed);
    bytes += more;
  }
  if (part.length > 0) yield part;
}

/** More than the event has as JSON. A device may bring hundreds of points with long names. */
function mostBytesOf({ event }: FedEvent): number {
  if (event.type !== 'points') return 2048;
  let bytes = 256;
  // A character is three bytes at most, and a number 24.
  for (const key of Object.keys(event.values)) bytes += 3 * key.length + 32;
  return bytes;
}
