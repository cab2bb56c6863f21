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
  /** Sends an answer to a command, under the serial number of this logger unless another one is named. */
  answer(command: V5Frame, payload: Uint8Array, serial?: number): void;
  close(): void;
}

interface Pending {
  resolve(frame: V5Frame): void;
  reject(error: UplinkError): void;
  timer: NodeJS.Timeout;
}

const COMMAND = 0x45;
/** An answer has its request's code less this. */
const ANSWER_DISTANCE = 0x30;

const keyOf = (control: number, sequence: number): string => `${control}:${sequence}`;

export function createV5Line(options: V5LineOptions): V5Line {
  return new LoggerLine(options);
}

class LoggerLine implements V5Line {
  readonly #options: V5LineOptions;
  readonly #pending = new Map<string, Pending>();
  #socket: Socket | undefined;
  #sequence = 0;
  #serverSequence = 0;

  constructor(options: V5LineOptions) {
    this.#options = options;
  }

  get open(): boolean {
    return this.#socket !== undefined;
  }

  connect(): Promise<void> {
    const { host, port } = this.#options;
    return new Promise((resolve, reject) => {
      const fresh = connect({ host, port });
      fresh.on('error', (error) => {
        if (fresh === this.#socket) this.#drop(error.message);
        reject(this.#unreachable(error.message));
      });
      fresh.on('connect', () => {
        this.#socket = fresh;
        this.#opened(fresh);
        resolve();
      });
    });
  }

  request(control: number, payload: Uint8Array): Promise<V5Frame> {
    if (!this.#socket) return Promise.reject(this.#unreachable('not connected'));
    const { ackMs = 30_000 } = this.#options;
    this.#sequence = (this.#sequence + 1) & 0xff;
    const loggerSequence = this.#sequence;
    this.#write({ control, loggerSequence, serverSequence: this.#serverSequence, payload });
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#drop(`no answer in ${ackMs} ms`), ackMs);
      this.#pending.set(keyOf(control, loggerSequence), { resolve, reject, timer });
    });
  }

  answer(
    { control, serverSequence, loggerSequence }: V5Frame,
    payload: Uint8Array,
    serial = this.#options.serial,
  ): void {
    const head = { control: control - ANSWER_DISTANCE, serverSequence, loggerSequence };
    this.#socket?.write(encodeV5Frame({ ...head, payload, serial }));
  }

  close(): void {
    this.#drop('closed');
  }

  #write(frame: Omit<Parameters<typeof encodeV5Frame>[0], 'serial'>): void {
    this.#socket?.write(encodeV5Frame({ ...frame, serial: this.#options.serial }));
  }

  #opened(fresh: Socket): void {
    const parser = new V5StreamParser();
    fresh.setNoDelay(true);
    fresh.on('data', (chunk) => parser.push(chunk as Buffer).forEach((frame) => this.#take(frame)));
    fresh.on('close', () => fresh === this.#socket && this.#drop('connection closed'));
    this.#options.onOpen(this);
  }

  #take(frame: V5Frame): void {
    this.#serverSequence = frame.serverSequence;
    if (frame.control === COMMAND) return this.#options.onCommand(frame, this);
    const key = keyOf(frame.control + ANSWER_DISTANCE, frame.loggerSequence);
    const waiting = this.#pending.get(key);
    if (!waiting) return undefined;
    this.#pending.delete(key);
    clearTimeout(waiting.timer);
    return waiting.resolve(frame);
  }

  #drop(reason: string): void {
    this.#socket?.destroy();
    this.#socket = undefined;
    for (const { reject, timer } of this.#pending.values()) {
      clearTimeout(timer);
      reject(this.#unreachable(reason));
    }
    this.#pending.clear();
  }

  #unreachable(reason: string): UplinkError {
    return new UplinkError('unreachable', `${this.#options.serial}: ${reason}`);
  }
}
