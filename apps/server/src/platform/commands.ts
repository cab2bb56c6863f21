import type { Actor } from './actor.ts';

/**
 * The road down: the seam between features that ask something of a device and the gateways that hold its connection. Everything here
 * is JSON, so that a request can travel to the server that holds the connection.
 */

/** What a feature asks of a device. A gateway serves what its protocol can carry. */
export type DeviceRequest =
  /** Registers of a device behind a logger. `fn`: function of Modbus, `slave`: address behind the logger. */
  | { type: 'modbusRead'; slave: number; fn: 1 | 2 | 3 | 4; addr: number; count: number }
  | { type: 'modbusWrite'; slave: number; fn: 5 | 6 | 15 | 16; addr: number; words: readonly number[] }
  /** A command of the device API, by its name. */
  | { type: 'command'; name: string; params: Readonly<Record<string, unknown>> };

/**
 * Why there is no result. `notAllowed`: actor, device, logger and station do not belong together. `untrusted`: the connection of the
 * logger is doubted, or the settings let no V5 logger carry requests. `notConnected`: no server holds a connection to it. `unsupported`: its protocol cannot carry the request.
 * `timeout`: no answer in time. `asleep`: what hangs on the logger is silent, as at night. `refused`: the device says no.
 * `failed`: device or logger could not, this time. `malformed`: the answer cannot be read. `disconnected`: the connection ended.
 */
export type DeviceFailure =
  | 'notAllowed'
  | 'untrusted'
  | 'notConnected'
  | 'unsupported'
  | 'timeout'
  | 'asleep'
  | 'refused'
  | 'failed'
  | 'malformed'
  | 'disconnected';

export type DeviceReply =
  /** Words that were read; none for a write; what the device answers to a command. */
  | { ok: true; words?: readonly number[]; result?: unknown }
  /** `sent`: whether bytes left, so that it may have been done; it is then read back, and not sent again. `detail`: the device's words. */
  | { ok: false; failure: DeviceFailure; sent: boolean; detail?: string };

export interface RequestOptions {
  /** How long an answer is waited for, in all, milliseconds. */
  timeoutMs: number;
}

/** Who asks, and what is asked: a device behind a logger, or one that reports by itself. */
export interface Addressee {
  actor: Actor;
  deviceId: number;
}

/** A request that may go. */
export interface Clearance {
  /** SN of what holds the connection: the device itself, or its logger. */
  sn: string;
  /** The connection of a V5 logger that may carry it; null: none. */
  v5: string | null;
}

/** Decides over a request at the moment it is sent. Undefined: it may not go. */
export type ClearRequest = (to: Addressee, request: DeviceRequest) => Promise<Clearance | undefined>;

export interface DeviceLink {
  /**
   * Asks a device, through the connection that it or its logger holds. Sends at most once, and always resolves: with the device's answer or
   * with the reason why there is none.
   */
  request(to: Addressee, request: DeviceRequest, options: RequestOptions): Promise<DeviceReply>;
}

/** A gateway's part. Undefined: it holds no connection of this SN. */
export type ServeRequest = (
  sn: string,
  request: DeviceRequest,
  options: RequestOptions & Pick<Clearance, 'v5'>,
) => Promise<DeviceReply> | undefined;

export interface DeviceLinks extends DeviceLink {
  /** Adds a gateway; answers the function that takes it away. */
  serve(gateway: ServeRequest): () => void;
}

/** Asks the gateways of this process. Every request is decided by `clear` when it is sent, not when it was queued. */
export function createDeviceLinks(clear: ClearRequest): DeviceLinks {
  const gateways = new Set<ServeRequest>();
  return {
    serve(gateway) {
      gateways.add(gateway);
      return () => gateways.delete(gateway);
    },
    async request(to, request, options) {
      let clearance: Clearance | undefined;
      try {
        clearance = await clear(to, request);
      } catch (error) {
        return { ok: false, failure: 'failed', sent: false, detail: String(error) };
      }
      if (!clearance) return { ok: false, failure: 'notAllowed', sent: false };
      for (const gateway of gateways) {
        const reply = gateway(clearance.sn, request, { ...options, v5: clearance.v5 });
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
