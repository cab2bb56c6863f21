import type { Messages } from '../messages/messages.ts';
import type { Addressee, DeviceLinks, DeviceReply, DeviceRequest, RequestOptions } from './device-links.ts';
import { createHeldLinks } from './held-links.ts';
import { linkSubject } from './link-subject.ts';

/** What the way to the other server and back may take beside the device. */
const WAY_MS = 2000;

/** A request to a device, as it travels to the server that holds the connection. That server decides over it. */
interface Asked {
  to: Addressee;
  request: DeviceRequest;
  options: RequestOptions;
}

export interface ShareOptions {
  messages: Messages;
  /** SN of what would carry a request: the device itself, or its logger. Undefined: there is no such device. */
  carrierOf(to: Addressee, request: DeviceRequest): Promise<string | undefined>;
}

/**
 * The links of a server that shares the work: a request goes to the server that holds the connection, which may be this one. Another one is
 * asked once: whoever hears no answer does not know whether bytes left.
 */
export function shareLinks(own: DeviceLinks, { messages, carrierOf }: ShareOptions): DeviceLinks {
  const held = createHeldLinks(messages, ({ to, request, options }: Asked) =>
    own.request(to, request, options),
  );
  return {
    serve: own.serve,
    stands: held.add,
    async request(to, request, options) {
      let sn: string | undefined;
      try {
        sn = await carrierOf(to, request);
      } catch (error) {
        return { ok: false, failure: 'failed', sent: false, detail: String(error) };
      }
      if (sn === undefined || held.has(sn)) return own.request(to, request, options);
      const asked: Asked = { to, request, options };
      try {
        const reply = await messages.ask<DeviceReply>(linkSubject(sn), asked, options.timeoutMs + WAY_MS);
        // Where nobody holds it, this server says so, or why it may not be asked anyway.
        return reply ?? (await own.request(to, request, options));
      } catch {
        return { ok: false, failure: 'timeout', sent: true };
      }
    },
  };
}
