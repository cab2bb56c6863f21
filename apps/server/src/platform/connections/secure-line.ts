import { EventEmitter } from 'node:events';
import type net from 'node:net';
import type tls from 'node:tls';
import { createRecordCount } from './count-records.ts';
import { readIntoOne } from './read-into-one.ts';

/** Bytes that TLS is given in one go: at first, and at least and at most, by how long the last ones took. */
const FIRST_BYTES = 2048;
const FEWEST_BYTES = 1024;
const MOST_BYTES = 16_384;
/** What takes longer than this is given in smaller pieces, what takes a quarter of it in larger ones. */
const LONG_MS = 2;
/** So few records take no turn: whatever they hold costs less than to wait, as of a device that says something now and then. */
const FEW_RECORDS = 2;

/** Answers what to wait for before the next piece; undefined where nobody waits. */
export type TurnOfLine = () => Promise<void> | undefined;

interface Parts {
  /** What was read of the socket before. Nobody else may listen to it. */
  hello: Buffer;
  turn: TurnOfLine;
  /** Where the socket is read into; for many of them. */
  memory: Buffer;
}

/**
 * The line that carries a TLS connection. TLS on a socket itself is given 64 kB at a time by Node, in one go with all that has come over others, and works on
 * whatever is in them before anything else has a turn: 2,400 words that ask for new keys are 80 ms of each connection, so that a hundred connections of
 * one address stopped the server for eight seconds. Here it gets a small piece in each of its turns, and a larger one where that costs little. What has few records is
 * given at once.
 *
 * It has what Node asks a line below TLS for, and is no `Duplex`: whatever that keeps for TLS would be given in one go, and all devices read into the
 * same memory, which holds a piece only while TLS is given it.
 */
export class SecureLine extends EventEmitter {
  readonly readable = true;
  readonly writable = true;
  /** What TLS has to say after the other side said its last goes out before the line ends. */
  readonly allowHalfOpen = true;
  readonly #socket: net.Socket;
  readonly #turn: TurnOfLine;
  readonly #isHalfOpen: boolean;
  readonly #countRecords = createRecordCount();
  #isShaken = false;
  #unread: Buffer | undefined;
  #most = FIRST_BYTES;
  #isOver = false;
  #isPaused = true;
  #isDestroyed = false;
  #waits = false;
  #isAsked = false;
  /** The socket reads nothing until it is told to. */
  #isFull = false;

  constructor(socket: net.Socket, { hello, turn, memory }: Parts) {
    super();
    this.#socket = socket;
    this.#isHalfOpen = socket.allowHalfOpen;
    socket.allowHalfOpen = true;
    this.#turn = turn;
    this.#unread = hello;
    this.#countRecords(hello);
    readIntoOne(socket, memory, (bytes) => this.#take(bytes));
    socket.on('end', () => {
      this.#isOver = true;
      this.#goOn();
    });
    // Whatever breaks it, TLS hears that the line is gone.
    socket.on('error', () => this.destroy());
    socket.on('close', () => this.destroy());
    if (socket.destroyed) this.destroy();
  }

  /** To be called once hands are shaken. The connection below, as whoever has that of TLS asks about it and sets it. */
  describe(secure: tls.TLSSocket): void {
    const socket = this.#socket;
    const { remoteAddress, remotePort, remoteFamily, localAddress, localPort } = socket;
    const ends = { remoteAddress, remotePort, remoteFamily, localAddress, localPort };
    this.#isShaken = true;
    secure.allowHalfOpen = this.#isHalfOpen;
    for (const [name, value] of Object.entries(ends)) Object.defineProperty(secure, name, { value });
    Object.assign(secure, {
      setNoDelay: (is?: boolean) => (socket.setNoDelay(is), secure),
      setKeepAlive: (is?: boolean, afterMs?: number) => (socket.setKeepAlive(is, afterMs), secure),
    });
  }

  pause(): this {
    this.#isPaused = true;
    return this;
  }

  resume(): this {
    this.#isPaused = false;
    this.#goOnSoon();
    return this;
  }

  /** What is written until `uncork` goes out in one go. */
  cork(): void {
    this.#socket.cork();
  }

  uncork(): void {
    this.#socket.uncork();
  }

  write(bytes: Buffer, done: () => void): void {
    this.#socket.write(bytes, () => done());
  }

  end(done: () => void): void {
    this.#socket.end(() => done());
  }

  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    this.#unread = undefined;
    this.#socket.destroy();
    process.nextTick(() => this.emit('close'));
  }

  /** Answers whether more may come. `bytes` are others afterwards. */
  #take(bytes: Buffer): boolean {
    const isLittle = this.#countRecords(bytes) <= FEW_RECORDS;
    if (isLittle && this.#isShaken && !this.#unread && !this.#waits && !this.#isPaused) {
      this.emit('data', bytes);
      return true;
    }
    this.#unread = this.#unread ? Buffer.concat([this.#unread, bytes]) : bytes;
    this.#goOn();
    this.#isFull = this.#unread !== undefined;
    if (this.#unread) this.#unread = Buffer.from(this.#unread);
    return !this.#isFull;
  }

  /** Not in the midst of what TLS does with the last piece. */
  #goOnSoon(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    queueMicrotask(() => {
      this.#isAsked = false;
      this.#goOn();
    });
  }

  #goOn(): void {
    if (this.#waits || this.#isPaused || this.#isDestroyed) return;
    if (!this.#unread) {
      if (this.#isOver) this.#end();
      else if (this.#isFull) this.#readOn();
      return;
    }
    this.#waits = true;
    const wait = this.#turn();
    if (wait) void wait.then(() => this.#give());
    else this.#give();
  }

  #give(): void {
    this.#waits = false;
    const bytes = this.#unread;
    if (!bytes || this.#isPaused) return;
    const began = performance.now();
    this.#unread = bytes.length > this.#most ? bytes.subarray(this.#most) : undefined;
    this.emit('data', bytes.subarray(0, this.#most));
    const took = performance.now() - began;
    if (took > LONG_MS) this.#most = Math.max(FEWEST_BYTES, this.#most / 2);
    else if (this.#unread && took < LONG_MS / 4) this.#most = Math.min(MOST_BYTES, this.#most * 2);
    if (this.#unread || this.#isFull || this.#isOver) this.#goOnSoon();
  }

  #readOn(): void {
    this.#isFull = false;
    this.#socket.resume();
  }

  #end(): void {
    if (this.#isShaken) this.emit('end');
    else this.destroy();
  }
}

/** The line below a connection of TLS. Throws where Node keeps it in another way, because nobody would know who is at the other end. */
export function lineOf(secure: tls.TLSSocket): SecureLine {
  const { _handle: handle } = secure as unknown as {
    _handle?: { _parentWrap?: { stream?: unknown } } | null;
  };
  const line = handle?._parentWrap?.stream;
  if (!(line instanceof SecureLine)) throw new Error('the line below TLS is not as expected');
  return line;
}
