import { randomUUID } from 'node:crypto';
import type { Messages } from '../messages/messages.ts';
import { arrived, carried, type CarriedCommand } from './carried-command.ts';
import type { AskedCommand, CommandBook } from './command-book.ts';
import { notKept } from './create-device-links.ts';
import type { DeviceLinks, RequestReply } from './device-links.ts';
import { createHeldLinks } from './held-links.ts';
import { linkSubject } from './link-subject.ts';

/** The question whether a connection is held, in the place of a command. */
const IS_HELD = 'isHeld';

/** What the way to the other server and back may take beside the device. */
const WAY_MS = 2000;
/**
 * A server that does not answer stands still, or its machine is gone: for so long nobody is asked who holds connections. Each that comes would wait, and those of
 * all loggers behind it.
 */
const SILENT_MS = 10_000;

export interface ShareOptions {
  messages: Messages;
  book: Pick<CommandBook, 'carrierOf' | 'giveUp'>;
}

/**
 * The links of a server that shares the work: a request goes to the server that holds the connection, which may be this one, and that one decides
 * over it. It is asked once. Who hears no answer looks up what became of the command.
 */
export function shareLinks(own: DeviceLinks, { messages, book }: ShareOptions): DeviceLinks {
  const here = ({ to, request, ...options }: AskedCommand) => own.request(to, request, options);
  const held = createHeldLinks(messages, async (asked: CarriedCommand | typeof IS_HELD) =>
    asked === IS_HELD ? true : here(arrived(asked)),
  );

  let silentUntil = 0;

  async function ask(asked: AskedCommand): Promise<RequestReply> {
    const sn = await book.carrierOf(asked);
    if (sn === undefined || held.has(sn)) return here(asked);
    let reply: RequestReply | undefined;
    try {
      reply = await messages.ask<RequestReply>(linkSubject(sn), carried(asked), asked.timeoutMs + WAY_MS);
    } catch {
      return book.giveUp(asked);
    }
    // Where nobody holds it, this server says so, or why it may not be asked anyway.
    return reply ?? here(asked);
  }

  return {
    serve: own.serve,
    stands: held.add,
    async isHeldElsewhere(sn) {
      if (messages.isCut() || performance.now() < silentUntil) return undefined;
      try {
        return (await messages.ask<true>(linkSubject(sn), IS_HELD, WAY_MS)) ?? false;
      } catch {
        silentUntil = performance.now() + SILENT_MS;
        return undefined;
      }
    },
    request: (to, request, { timeoutMs, idempotencyKey = randomUUID() }) =>
      ask({ to, request, timeoutMs, idempotencyKey }).catch(notKept),
  };
}
