import {
  encodeModbusCommand,
  encodeReadRequest,
  encodeV5Frame,
  ModbusError,
  parseCommandAnswer,
  parseReadResponse,
  V5_CONTROL,
  type ModbusRead,
  type V5CommandFailure,
  type V5Frame,
} from '@sunfleet/device-model';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Why a read brought nothing. `asleep`: the inverter behind the logger is silent, as at night. `refused`: the device has no
 * such registers. `failed`: device or logger could not, this time.
 */
export type ReadFailure = 'timeout' | 'asleep' | 'refused' | 'failed' | 'malformed' | 'closed';

export class ReadError extends Error {
  readonly reason: ReadFailure;

  constructor(reason: ReadFailure) {
    super(`Modbus read through the logger: ${reason}`);
    this.name = 'ReadError';
    this.reason = reason;
  }
}

/** Modbus through a logger's own connection: one request at a time, answers matched by the server's sequence number. */
export interface ModbusChannel {
  /** Words of the registers. Rejects with `ReadError`. */
  read(request: ModbusRead, gapMs: number): Promise<Uint16Array>;
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

  const ask = async (request: ModbusRead, gapMs: number): Promise<Uint16Array> => {
    if (closed) throw new ReadError('closed');
    const sequence = line.nextSequence();
    const answer = new Promise<V5Frame>((resolve, reject) => {
      const timer = setTimeout(() => waiting?.settle(new ReadError('timeout')), line.answerMs);
      const settle = (result: V5Frame | ReadError) => {
        clearTimeout(timer);
        waiting = undefined;
        if (result instanceof ReadError) reject(result);
        else resolve(result);
      };
      waiting = { sequence, settle };
    });
    line.send(commandFrame(line, sequence, request));
    try {
      return wordsOf(request, await answer);
    } finally {
      // Loggers need a pause before the next request.
      if (gapMs > 0 && !closed) await delay(gapMs);
    }
  };

  return {
    read(request, gapMs) {
      const result = turn.then(() => ask(request, gapMs));
      turn = result.catch(() => {});
      return result;
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

function commandFrame(line: ChannelLine, sequence: number, request: ModbusRead): Uint8Array {
  return encodeV5Frame({
    control: V5_CONTROL.command,
    serverSequence: sequence,
    loggerSequence: line.loggerSequence(),
    serial: line.serial(),
    payload: encodeModbusCommand(encodeReadRequest(request), line.sensorList()),
  });
}

function wordsOf(request: ModbusRead, frame: V5Frame): Uint16Array {
  const answer = parseCommandAnswer(frame.payload);
  if (answer.type === 'error') throw new ReadError(failureOf(answer.reason, answer.code));
  if (answer.type !== 'modbus') throw new ReadError('malformed');
  try {
    return parseReadResponse(request, answer.rtu);
  } catch (error) {
    if (!(error instanceof ModbusError)) throw error;
    throw new ReadError(
      failureOf(error.reason === 'exception' ? 'exception' : 'malformed', error.exceptionCode),
    );
  }
}

/** Modbus exceptions that say "not on this device": illegal function, address, value. */
const NOT_THERE: ReadonlySet<number> = new Set([1, 2, 3]);

function failureOf(reason: V5CommandFailure, code = 0): ReadFailure {
  if (reason === 'no-answer') return 'asleep';
  if (reason === 'malformed') return 'malformed';
  return reason === 'exception' && NOT_THERE.has(code) ? 'refused' : 'failed';
}
