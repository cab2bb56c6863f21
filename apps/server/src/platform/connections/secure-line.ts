import type net from 'node:net';
import { Duplex } from 'node:stream';
import type tls from 'node:tls';

/** Bytes that TLS is given in one go: at first, and at least and at most, by how long the last ones took. */
const FIRST_BYTES = 2048;
const FEWEST_BYTES = 1024;
const MOST_BYTES = 16_384;
/** What takes longer than this is given in smaller pieces, what takes a quarter of it in larger ones. */
const LONG_MS = 2;

/** Answers what to wait for before the next piece; undefined where nobody waits. */
export type TurnOfLine = () => Promise<void> | undefined;

/**
 * The line that carries a TLS connection. TLS on a socket itself is given 64 kB at a time by Node, in one go with all that has come over others, and works on
 * whatever is in them before anything else has a turn: 2,400 words that ask for new keys are 80 ms of each connection, so that a hundred connections of
 * one address stopped the server for eight seconds. Here it gets a small piece in each of its turns, and a larger one where that costs little.
 */
export class SecureLine extends Duplex {
  readonly #socket: net.Socket;
  readonly #turn: TurnOfLine;
  readonly #isHalfOpen: boolean;
  #isShaken = false;
  #unread: Buffer | undefined;
  #most = FIRST_BYTES;
  #isOver = false;
  #wants = false;
  #waits = false;

  /** `hello`: what was read of the socket before. Nobody else may listen to it. */
  constructor(socket: net.Socket, { hello, turn }: { hello: Buffer; turn: TurnOfLine }) {
    super({ readableHighWaterMark: 1 });
    this.#socket = socket;
    this.#isHalfOpen = socket.allowHalfOpen;
    // What TLS has to say after the other side said its last goes out before the line ends.
    socket.allowHalfOpen = true;
    this.#turn = turn;
    this.push(hello);
    socket.on('data', (bytes: Buffer) => {
      this.#unread = this.#unread ? Buffer.concat([this.#unread, bytes]) : bytes;
      this.#goOn();
      if (this.#unread) socket.pause();
    });
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

  override _read(): void {
    this.#wants = true;
    this.#goOnSoon();
  }

  override resume(): this {
    super.resume();
    this.#goOnSoon();
    return this;
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#socket.write(bytes, () => done());
  }

  override _final(done: () => void): void {
    this.#socket.end(() => done());
  }

  override _destroy(_error: Error | null, done: () => void): void {
    this.#unread = undefined;
    this.#socket.destroy();
    done();
  }

  /** What is pushed while it is asked for would be kept, and TLS would get it outside of the turn. */
  #goOnSoon(): void {
    queueMicrotask(() => this.#goOn());
  }

  #goOn(): void {
    // What is pushed while TLS takes nothing would be kept, too, and given in one go.
    if (!this.#wants || this.#waits || this.isPaused() || this.destroyed) return;
    if (!this.#unread) {
      if (!this.#isOver) this.#socket.resume();
      else if (this.#isShaken) this.push(null);
      else this.destroy();
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
    if (!bytes || this.isPaused()) return;
    const began = performance.now();
    this.#wants = false;
    this.#unread = bytes.length > this.#most ? bytes.subarray(this.#most) : undefined;
    this.push(bytes.subarray(0, this.#most));
    const took = performance.now() - began;
    if (took > LONG_MS) this.#most = Math.max(FEWEST_BYTES, this.#most / 2);
    else if (this.#unread && took < LONG_MS / 4) this.#most = Math.min(MOST_BYTES, this.#most * 2);
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
