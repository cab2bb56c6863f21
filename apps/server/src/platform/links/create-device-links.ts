import { randomUUID } from 'node:crypto';
import type { AskedCommand, CommandBook, OpenCommand } from './command-book.ts';
import type { DeviceLinks, DeviceReply, RequestReply, ServeRequest } from './device-links.ts';

/** Asks the gateways of this process. */
export function createDeviceLinks(book: Pick<CommandBook, 'open' | 'send' | 'end' | 'outcome'>): DeviceLinks {
  const gateways = new Set<ServeRequest>();

  async function serve(asked: AskedCommand): Promise<RequestReply> {
    const opened = await book.open(asked);
    if ('failure' in opened) return { ok: false, sent: false, command: null, ...opened };
    if ('known' in opened) return book.outcome(opened.known);
    const reply = await askGateway(opened, asked).catch(unclear);
    const state = await book.end(opened.id, asked.request, reply);
    return { ...reply, command: { id: opened.id, state } };
  }

  async function askGateway(opened: OpenCommand, asked: AskedCommand): Promise<DeviceReply> {
    const { request, timeoutMs } = asked;
    const options = { timeoutMs, v5: opened.v5, beforeSending: () => book.send(opened, asked) };
    for (const gateway of gateways) {
      const reply = gateway(opened.sn, request, options);
      if (reply) return reply;
    }
    return { ok: false, failure: 'notConnected', sent: false };
  }

  return {
    serve(gateway) {
      gateways.add(gateway);
      return () => gateways.delete(gateway);
    },
    stands: () => () => undefined,
    isHeldElsewhere: () => Promise.resolve(false),
    request: (to, request, { timeoutMs, idempotencyKey = randomUUID() }) =>
      serve({ to, request, timeoutMs, idempotencyKey }).catch(notKept),
  };
}

/** The reply for a fault of a gateway. Bytes may have left, because nobody knows how far it came. */
function unclear(error: unknown): DeviceReply {
  return { ok: false, failure: 'failed', sent: true, detail: String(error) };
}

/** The reply where nothing can be kept: then nothing is sent either. */
export function notKept(error: unknown): RequestReply {
  return { ok: false, failure: 'failed', sent: false, detail: String(error), command: null };
}
