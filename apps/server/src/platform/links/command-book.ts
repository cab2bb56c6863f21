import type { CommandState } from '@sunfleet/contract';
import type {
  Addressee,
  Clearance,
  DeviceReply,
  DeviceRequest,
  Refusal,
  RequestReply,
} from './device-links.ts';

/** A request to a device, as it travels to the server that holds the connection. */
export interface AskedCommand {
  to: Addressee;
  request: DeviceRequest;
  timeoutMs: number;
  idempotencyKey: string;
}

/** A command that is kept and may go. */
export interface OpenCommand extends Clearance {
  id: number;
  /** SN of the device when it was kept. One that comes into its place takes its row, and is another device. */
  deviceSn: string;
}

/** Decides over commands and keeps what becomes of each: a row of PostgreSQL, so that any server may ask. */
export interface CommandBook {
  /** Decides over a command, counts and keeps it. `known`: of this key there is a command already, with this id. */
  open(asked: AskedCommand): Promise<OpenCommand | Refusal | { known: number }>;
  /** Decides once more and commits that the command is sent. Rejects with `HeldBack` where it may not leave any more. */
  send(opened: OpenCommand, asked: AskedCommand): Promise<void>;
  /** Keeps how it ended; answers the state that is kept. */
  end(id: number, request: DeviceRequest, reply: DeviceReply): Promise<CommandState>;
  /** What becomes of a command that another call or server sends: waits until it ended, at most until its time is over. */
  outcome(id: number): Promise<RequestReply>;
  /** The same for one of which this server has heard nothing more. Whoever has not begun with it does not begin any more. */
  giveUp(asked: AskedCommand): Promise<RequestReply>;
  /** SN of what would carry it: the device itself, or its logger. Undefined: there is no such device. */
  carrierOf(asked: AskedCommand): Promise<string | undefined>;
}
