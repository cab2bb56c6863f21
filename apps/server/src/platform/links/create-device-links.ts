import type {
  ClearRequest,
  Clearance,
  DeviceLinks,
  DeviceReply,
  Refusal,
  ServeRequest,
} from './device-links.ts';
import { HeldBack } from './device-links.ts';

/**
 * Asks the gateways of this process. Every request is decided and counted by `clear` before it goes to a gateway, and decided again at its
 * turn there.
 */
export function createDeviceLinks(clear: ClearRequest): DeviceLinks {
  const gateways = new Set<ServeRequest>();
  return {
    serve(gateway) {
      gateways.add(gateway);
      return () => gateways.delete(gateway);
    },
    stands: () => () => undefined,
    async request(to, request, options) {
      let cleared: Clearance | Refusal;
      try {
        cleared = await clear(to, request, { again: false });
      } catch (error) {
        return { ok: false, failure: 'failed', sent: false, detail: String(error) };
      }
      if ('failure' in cleared) return { ok: false, sent: false, ...cleared };
      const { sn, v5 } = cleared;
      const beforeSending = async () => {
        const now = await clear(to, request, { again: true });
        if ('failure' in now) throw new HeldBack(now.failure);
        if (now.sn !== sn || now.v5 !== v5) throw new HeldBack('untrusted');
      };
      for (const gateway of gateways) {
        const reply = gateway(sn, request, { ...options, v5, beforeSending });
        if (reply) return reply.catch((error: unknown) => unclear(error));
      }
      return { ok: false, failure: 'notConnected', sent: false };
    },
  };
}

/** The reply for a fault of a gateway. Bytes may have left, because nobody knows how far it came. */
function unclear(error: unknown): DeviceReply {
  return { ok: false, failure: 'failed', sent: true, detail: String(error) };
}
