import {
  encodeFileWrite,
  encodeModbusCommand,
  encodeReadRequest,
  encodeV5Frame,
  encodeWriteRequest,
  ModbusError,
  parseCommandAnswer,
  parseFileWriteResponse,
  parseReadResponse,
  parseWriteResponse,
  V5_CONTROL,
  type ModbusFileWrite,
  type ModbusRead,
  type ModbusRequest,
  type V5CommandFailure,
  type V5Frame,
} from '@sunfleet/device-model';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Why a request brought nothing. `asleep`: the inverter behind the logger is silent, as at night. `refused`: the device has no
 * such registers. `failed`: device or logger could not, this time.
 */
export type ReadFailure = 'timeout' | 'asleep' | 'refused' | 'failed' | 'malformed' | 'closed';

export class ReadError extends Error {
  readonly reason: ReadFailure;
  /** Whether the request left. */
  readonly sent: boolean;
  /** The number by which the device refused it. */
  readonly exception: number | undefined;

  constructor(reason: ReadFailure, sent = true, exception?: number) {
    super(`Modbus through the logger: ${reason}`);
    this.name = 'ReadError';
    this.reason = reason;
    this.sent = sent;
    this.exception = exception;
  }
}

export interface AskOptions {
  /** Pause after it, which loggers need. */
  gapMs: number;
  /** How long the answer may take, the wait for its turn included; a request whose time is over is not sent. */
  timeoutMs: number;
  /** Asked at its turn, right before it is sent; where it rejects, nothing is. */
  beforeSending?: () => Promise<void>;
}

/** Registers, or words of a file of the device. */
type Asked = ModbusRequest | ModbusFileWrite;

/** Modbus through a logger's own connection: one request at a time, answers matched by the server's sequence number. */
export interface ModbusChannel {
  /** Words of the registers. Waits for its turn for as long as it takes. Rejects with `ReadError`. */
  read(request: ModbusRead, gapMs: number): Promise<Uint16Array>;
  /** Words that were read, none for a write. Sent at most once. Rejects with `ReadError`, or as `beforeSending` does. */
  ask(request: Asked, options: AskOptions): Promise<Uint16Array>;
  /** Takes a command answer. False: nobody waits for it (late, or never asked). */
  take(frame: V5Frame): boolean;
  close(): void;
}

export interface ChannelLine {
  send(bytes: Uint8Array): void;
  serial(): number;
  /** Echoed in commands, which some loggers want. */
  sensorList(): number;
  /** Takes the next number of the server's counter. */
  nextSequence(): number;
  loggerSequence(): number;
  answerMs: number;
}

interface Waiting {
  sequence: number;
  settle(result: V5Frame | ReadError): void;
}

export function createModbusChannel(line: ChannelLine): ModbusChannel {
  let waiting: Waiting | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let closed = false;

  const exchange = async (request: Asked, answerMs: number): Promise<Uint16Array> => {
    if (closed) throw new ReadError('closed', false);
    if (answerMs <= 0) throw new ReadError('timeout', false);
    const sequence = line.nextSequence();
    const answer = new Promise<V5Frame>((resolve, reject) => {
      const timer = setTimeout(() => waiting?.settle(new ReadError('timeout')), answerMs);
      const settle = (result: V5Frame | ReadError) => {
        clearTimeout(timer);
        waiting = undefined;
        if (result instanceof ReadError) reject(result);
        else resolve(result);
      };
      waiting = { sequence, settle };
    });
    line.send(commandFrame(line, sequence, request));
    return wordsOf(request, await answer);
  };

  /** The next one begins when this one has its answer and the logger had its pause. */
  const inTurn = (gapMs: number, work: () => Promise<Uint16Array>): Promise<Uint16Array> => {
    const result = turn.then(work);
    turn = result.catch(() => {}).then(() => (gapMs > 0 && !closed ? delay(gapMs) : undefined));
    return result;
  };

  return {
    read: (request, gapMs) => inTurn(gapMs, () => exchange(request, line.answerMs)),
    ask(request, { gapMs, timeoutMs, beforeSending }) {
      const over = performance.now() + timeoutMs;
      const result = inTurn(gapMs, async () => {
        if (!closed && performance.now() < over) await beforeSending?.();
        return exchange(request, over - performance.now());
      });
      return notLaterThan(result, timeoutMs);
    },
    take(frame) {
      if (!waiting || frame.serverSequence !== waiting.sequence) return false;
      // An interim answer says "working on it"; the real one follows.
      if (frame.control !== V5_CONTROL.commandInterim) waiting.settle(frame);
      return true;
    },
    close() {
      closed = true;
      waiting?.settle(new ReadError('closed'));
    },
  };
}

/** The result, or a timeout of a request that still waits for its turn: the ones before it may take longer than it has. */
async function notLaterThan(result: Promise<Uint16Array>, timeoutMs: number): Promise<Uint16Array> {
  const ending = new AbortController();
  const late = delay(timeoutMs + TURN_GRACE_MS, undefined, { signal: ending.signal, ref: false }).then(() => {
    throw new ReadError('timeout', false);
  });
  try {
    return await Promise.race([result, late]);
  } finally {
    ending.abort();
    late.catch(() => {});
    result.catch(() => {});
  }
}

/** A request that was sent ends by its own timer, which knows that it was sent. */
const TURN_GRACE_MS = 50;

function commandFrame(line: ChannelLine, sequence: number, request: Asked): Uint8Array {
  const rtu = encodeAsked(request);
  return encodeV5Frame({
    control: V5_CONTROL.command,
    serverSequence: sequence,
    loggerSequence: line.loggerSequence(),
    serial: line.serial(),
    payload: encodeModbusCommand(rtu, line.sensorList()),
  });
}

function encodeAsked(request: Asked): Uint8Array {
  if (isRead(request)) return encodeReadRequest(request);
  return request.fn === 21 ? encodeFileWrite(request) : encodeWriteRequest(request);
}

const isRead = (request: Asked): request is ModbusRead => 'count' in request;

function wordsOf(request: Asked, frame: V5Frame): Uint16Array {
  const answer = parseCommandAnswer(frame.payload);
  if (answer.type === 'error') throw new ReadError(failureOf(answer.reason, answer.code));
  if (answer.type !== 'modbus') throw new ReadError('malformed');
  try {
    if (isRead(request)) return parseReadResponse(request, answer.rtu);
    if (request.fn === 21) parseFileWriteResponse(request, answer.rtu);
    else parseWriteResponse(request, answer.rtu);
    return new Uint16Array(0);
  } catch (error) {
    if (!(error instanceof ModbusError)) throw error;
    const failure = failureOf(error.reason === 'exception' ? 'exception' : 'malformed', error.exceptionCode);
    throw new ReadError(failure, true, error.exceptionCode);
  }
}

/** Modbus exceptions that say "not on this device": illegal function, address, value. */
const NOT_THERE: ReadonlySet<number> = new Set([1, 2, 3]);

function failureOf(reason: V5CommandFailure, code = 0): ReadFailure {
  if (reason === 'no-answer') return 'asleep';
  if (reason === 'malformed') return 'malformed';
  return reason === 'exception' && NOT_THERE.has(code) ? 'refused' : 'failed';
}
