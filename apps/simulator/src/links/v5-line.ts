import { encodeV5Frame, V5StreamParser, type V5Frame } from '@sunfleet/device-model';
import { connect, type Socket } from 'node:net';
import { UplinkError } from './uplink.ts';

export interface V5LineOptions {
  host: string;
  port: number;
  serial: number;
  /** Commands of the server. */
  onCommand(frame: V5Frame, line: V5Line): void;
  /** The connection is open: say hello. */
  onOpen(line: V5Line): void;
  ackMs?: number;
}

/** The TCP connection of a logger: requests that want an answer, and answers to commands. */
export interface V5Line {
  readonly open: boolean;
  /** Opens it; rejects with `UplinkError` when that fails. */
  connect(): Promise<void>;
  /** Sends a request and resolves with the server's answer to it. Rejects with `UplinkError`. */
  request(control: number, payload: Uint8Array): Promise<V5Frame>;
  /** Sends an answer to a command. */
  answer(command: V5Frame, payload: Uint8Array): void;
  close(): void;
}

interface Pending {
  resolve(frame: V5Frame): void;
  reject(error: UplinkError): void;
  timer: NodeJS.Timeout;
}

export function createV5Line(options: V5LineOptions): V5Line {
  const { host, port, serial, ackMs = 30_000 } = options;
  const pending = new Map<string, Pending>();
  let socket: Socket | undefined;
  let sequence = 0;
  let serverSequence = 0;

  function drop(reason: string): void {
    socket?.destroy();
    socket = undefined;
    for (const { reject, timer } of pending.values()) {
      clearTimeout(timer);
      reject(new UplinkError('unreachable', `${serial}: ${reason}`));
    }
    pending.clear();
  }

  function take(frame: V5Frame): void {
    serverSequence = frame.serverSequence;
    if (frame.control === COMMAND) return options.onCommand(frame, line);
    const key = keyOf(frame.control + ANSWER_DISTANCE, frame.loggerSequence);
    const waiting = pending.get(key);
    if (!waiting) return undefined;
    pending.delete(key);
    clearTimeout(waiting.timer);
    return waiting.resolve(frame);
  }

  function opened(fresh: Socket): void {
    const parser = new V5StreamParser();
    fresh.setNoDelay(true);
    fresh.on('data', (chunk) => parser.push(chunk as Buffer).forEach(take));
    fresh.on('close', () => fresh === socket && drop('connection closed'));
    options.onOpen(line);
  }

  const line: V5Line = {
    get open() {
      return socket !== undefined;
    },
    connect: () =>
      new Promise((resolve, reject) => {
        const fresh = connect({ host, port });
        fresh.on('error', (error) => {
          if (fresh === socket) drop(error.message);
          reject(new UplinkError('unreachable', `${serial}: ${error.message}`));
        });
        fresh.on('connect', () => {
          socket = fresh;
          opened(fresh);
          resolve();
        });
      }),
    request(control, payload) {
      if (!socket) return Promise.reject(new UplinkError('unreachable', `${serial}: not connected`));
      sequence = (sequence + 1) & 0xff;
      const loggerSequence = sequence;
      socket.write(encodeV5Frame({ control, serverSequence, loggerSequence, serial, payload }));
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => drop(`no answer in ${ackMs} ms`), ackMs);
        pending.set(keyOf(control, loggerSequence), { resolve, reject, timer });
      });
    },
    answer(command, payload) {
      const control = command.control - ANSWER_DISTANCE;
      const { serverSequence, loggerSequence } = command;
      socket?.write(encodeV5Frame({ control, serverSequence, loggerSequence, serial, payload }));
    },
    close: () => drop('closed'),
  };
  return line;
}

const COMMAND = 0x45;
/** An answer has its request's code less this. */
const ANSWER_DISTANCE = 0x30;

const keyOf = (control: number, sequence: number): string => `${control}:${sequence}`;
