import {
  HeldBack,
  type DeviceReply,
  type DeviceRequest,
  type ServeOptions,
} from '../../platform/links/device-links.ts';
import { FIRMWARE_INSTALL } from '@sunfleet/contract';
import type { V5Connection } from './connection.ts';
import { ReadError, type ReadFailure } from './modbus-channel.ts';

/** Pause that loggers need between two requests, milliseconds. */
const GAP_MS = 100;

/** Asks what hangs on a logger, in turn with the polls of the same connection. */
export async function serveRequest(
  { session, transfers }: Pick<V5Connection, 'session' | 'transfers'>,
  request: DeviceRequest,
  { timeoutMs, beforeSending }: ServeOptions,
): Promise<DeviceReply> {
  try {
    if (request.type === 'command') {
      if (request.name !== FIRMWARE_INSTALL || !session.parts.firmware)
        return { ok: false, failure: 'unsupported', sent: false };
      await beforeSending();
      transfers.goOn();
      return { ok: true, result: 'accepted' };
    }
    const { type, ...modbus } = request;
    const words = await session.channel.ask(modbus, { gapMs: GAP_MS, timeoutMs, beforeSending });
    return type === 'modbusRead' ? { ok: true, words: [...words] } : { ok: true };
  } catch (error) {
    if (error instanceof HeldBack)
      return { ok: false, failure: whyHeldBack(error, session.closed), sent: false };
    if (!(error instanceof ReadError)) throw error;
    const { reason, sent, exception } = error;
    return { ok: false, failure: failureOf(reason), sent, ...(exception === undefined ? {} : { exception }) };
  }
}

/** A connection that ended meanwhile is not believed any more either, but that is not why nothing was sent. */
function whyHeldBack({ failure }: HeldBack, isClosed: boolean) {
  return failure === 'untrusted' && isClosed ? 'disconnected' : failure;
}

function failureOf(reason: ReadFailure) {
  return reason === 'closed' ? 'disconnected' : reason;
}
