import {
  FAULT_RECORDING_READ,
  PARAMETERS_READ,
  type CommandState,
  type DeviceFailure,
  type Permission,
} from '@sunfleet/contract';
import type { Actor } from '../actor.ts';

/**
 * The road down: the seam between features that ask something of a device and the gateways that hold its connection. Everything here
 * is JSON, so that a request can travel to the server that holds the connection.
 */

/** What a feature asks of a device. A gateway serves what its protocol can carry. */
export type DeviceRequest =
  /** Registers of a device behind a logger. `fn`: function of Modbus, `slave`: address behind the logger. */
  | { type: 'modbusRead'; slave: number; fn: 1 | 2 | 3 | 4; addr: number; count: number }
  | { type: 'modbusWrite'; slave: number; fn: 5 | 6 | 15 | 16; addr: number; words: readonly number[] }
  /** A command of the device API, by its name. `slave`: of a device that its logger hands it on to. */
  | { type: 'command'; name: string; params: Readonly<Record<string, unknown>>; slave?: number };

const READING: ReadonlySet<string> = new Set([PARAMETERS_READ, FAULT_RECORDING_READ]);

/** Whether it changes nothing at the device: it takes the right to read alone, and nobody wonders afterwards whether it was done. */
export const onlyReads = (request: DeviceRequest): boolean =>
  request.type === 'modbusRead' || (request.type === 'command' && READING.has(request.name));

export type DeviceReply =
  /** Words that were read; none for a write; what the device answers to a command. */
  | { ok: true; words?: readonly number[]; result?: unknown }
  /**
   * `sent`: whether bytes left, so that it may have been done; it is then read back, and not sent again. `detail`: the device's words.
   * `exception`: the number by which a device of Modbus refused it. `goesOnAt`: when a request that was `limited` may be sent, epoch milliseconds.
   */
  | {
      ok: false;
      failure: DeviceFailure;
      sent: boolean;
      detail?: string;
      exception?: number;
      goesOnAt?: number;
    };

export interface RequestOptions {
  /** How long an answer is waited for, in all, milliseconds. */
  timeoutMs: number;
  /** Chosen by the caller: a second request with the key of a first one sends nothing and answers what became of that one. */
  idempotencyKey?: string | undefined;
}

/** Who asks, and what is asked: a device behind a logger, or one that reports by itself. */
export interface Addressee {
  actor: Actor;
  deviceId: number;
  /** What a write takes on the device in the place of `parameters.write`. */
  permission?: Permission;
  /** What the actor's role holds besides, where a write takes more than the device tells. */
  holds?: Permission;
  /** Where it stood when somebody decided that this is done to it; null: in no station. One that has moved is another device. */
  stationId?: number | null;
  /** Its SN then: one that came into its place since is another device. */
  sn?: string;
}

/** A request that may go. */
export interface Clearance {
  /** SN of what holds the connection: the device itself, or its logger. */
  sn: string;
  /** The connection of a V5 logger that may carry it; null: none. */
  v5: string | null;
}

/** Why a request may not go. */
export type Refusal =
  | { failure: 'notAllowed' | 'stopped' | 'keyTaken' | 'upgrading' | 'noAddress' }
  | { failure: 'limited'; goesOnAt: number };

/** Thrown where a request may not be sent any more. */
export class HeldBack extends Error {
  readonly failure: DeviceFailure;

  constructor(failure: DeviceFailure) {
    super(`request held back: ${failure}`);
    this.name = 'HeldBack';
    this.failure = failure;
  }
}

/** What became of a request. `command`: what is kept of it; null: it was refused before it became a command. */
export type RequestReply = DeviceReply & { command: { id: number; state: CommandState } | null };

export interface DeviceLink {
  /**
   * Asks a device, through the connection that it or its logger holds. Sends at most once, and always resolves: with the device's answer or
   * with the reason why there is none.
   */
  request(to: Addressee, request: DeviceRequest, options: RequestOptions): Promise<RequestReply>;
}

export interface ServeOptions extends Pick<RequestOptions, 'timeoutMs'>, Pick<Clearance, 'v5'> {
  /**
   * Every gateway asks it right before bytes leave: it commits that the command is sent. Rejects with `HeldBack` where it may not leave any more.
   */
  beforeSending: () => Promise<void>;
}

/** A gateway's part. Undefined: it holds no connection of this SN. */
export type ServeRequest = (
  sn: string,
  request: DeviceRequest,
  options: ServeOptions,
) => Promise<DeviceReply> | undefined;

/** A connection of a device or logger at a gateway of this server. */
export interface Standing {
  sn: string;
  /** Which connection of the device it is, and how to end it once a newer one stands elsewhere. None: the device has no connection of its own here. */
  session?: { epoch: number; close(): void };
}

export interface DeviceLinks extends DeviceLink {
  /** Adds a gateway; answers the function that takes it away. */
  serve(gateway: ServeRequest): () => void;
  /** A connection stands from now on: other servers may ask for it, and older ones end. Answers the function to call when it ended. */
  stands(connection: Standing): () => void;
  /** Whether a gateway of another server holds a connection of this SN; undefined: nobody can say so now. */
  isHeldElsewhere(sn: string): Promise<boolean | undefined>;
}
