import type { Addressee, DeviceLinks, DeviceReply, DeviceRequest, RequestOptions } from './commands.ts';
import type { Messages } from './messages/messages.ts';

const SUBJECT = 'links.request';
/** What the way to the other server and back may take beside the device. */
const WAY_MS = 2000;

/** A request to a device, as it travels to the server that holds the connection. That server decides over it. */
interface Asked {
  to: Addressee;
  request: DeviceRequest;
  options: RequestOptions;
}

/** Asks devices through the server that they connect to. It is asked once: whoever hears no answer does not know whether bytes left. */
export function linksOfOthers(messages: Messages): DeviceLinks {
  return {
    serve() {
      throw new Error('This server has no gateways');
    },
    async request(to, request, options) {
      const asked: Asked = { to, request, options };
      try {
        const reply = await messages.ask<DeviceReply>(SUBJECT, asked, options.timeoutMs + WAY_MS);
        return reply ?? { ok: false, failure: 'notConnected', sent: false };
      } catch {
        return { ok: false, failure: 'timeout', sent: true };
      }
    },
  };
}

/** Serves requests of other servers on this one, which devices connect to. Answers the function that ends it. */
export function serveOthers(messages: Messages, links: Pick<DeviceLinks, 'request'>): () => void {
  return messages.answer<Asked, DeviceReply>(SUBJECT, ({ to, request, options }) =>
    links.request(to, request, options),
  );
}
