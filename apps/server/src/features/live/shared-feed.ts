import { randomUUID } from 'node:crypto';
import { every } from '../../platform/jobs/every.ts';
import type { Logger } from '../../platform/log.ts';
import type { Messages } from '../../platform/messages/messages.ts';
import type { FedEvent, OpenFeed } from './live-feed.ts';

/** Subjects of what servers tell each other for open pages. */
const EVENTS = 'live.events';
const WATCHED = 'live.watched';

/** A server says so often which devices its pages watch. */
const SAY_EVERY_MS = 5000;
/** A server that said nothing for this long watches nothing any more. */
const FORGET_AFTER_MS = 15_000;
/** Events of the same moment are one message. */
const GATHER_MS = 20;
/** A message of a NATS server holds a megabyte. */
const MOST_AT_ONCE = 200;

/** Devices of which a server wants new values. */
interface Watched {
  server: string;
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
    const watched = new Map<number, number>();
    const say = every(
      SAY_EVERY_MS,
      async () => {
        if (watched.size > 0)
          messages.send(WATCHED, { server, devices: [...watched.keys()] } satisfies Watched);
      },
      { log, name: 'watched devices', gatherMs: GATHER_MS },
    );
    const ends = [
      messages.hear<FedEvent[]>(EVENTS, (events) => {
        for (const event of events) to.event(event);
      }),
      messages.onGap(() => {
        to.gap();
        say.wake();
      }),
    ];
    return {
      watch(devices) {
        const own = [...devices];
        const isNew = own.filter((device) => !watched.has(device)).length > 0;
        for (const device of own) watched.set(device, (watched.get(device) ?? 0) + 1);
        if (isNew) say.wake();
        return () => {
          for (const device of own) {
            const left = (watched.get(device) ?? 1) - 1;
            if (left > 0) watched.set(device, left);
            else watched.delete(device);
          }
        };
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
  let waiting: FedEvent[] = [];
  let timer: NodeJS.Timeout | undefined;
  const send = () => {
    timer = undefined;
    for (let from = 0; from < waiting.length; from += MOST_AT_ONCE)
      messages.send(EVENTS, waiting.slice(from, from + MOST_AT_ONCE));
    waiting = [];
  };
  const feed = open({
    event(fed) {
      waiting.push(fed);
      timer ??= setTimeout(send, GATHER_MS);
    },
    gap: () => undefined,
  });
  const servers = new Map<string, { heardAt: number; end: () => void }>();
  const stopHearing = messages.hear<Watched>(WATCHED, ({ server, devices }) => {
    // Watched anew before the old watch ends, so that nothing gathered for a device is lost in between.
    const end = feed.watch(devices);
    servers.get(server)?.end();
    servers.set(server, { heardAt: performance.now(), end });
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
    clearTimeout(timer);
  };
}
