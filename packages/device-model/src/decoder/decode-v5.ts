import type { Profile } from '../profile/schema.ts';
import { decodePush } from '../push/push.ts';
import { parseCommand, parseCommandAnswer } from '../v5/command.ts';
import { parseDataHead } from '../v5/data.ts';
import { V5_CONTROL, V5_OVERHEAD, V5_START, V5_END, checksum, type V5Frame, V5_HEADER } from '../v5/frame.ts';
import { parseHello } from '../v5/hello.ts';
import { parseReport, parseServerAnswer, parseWifiInfo } from '../v5/small-frames.ts';
import { acquisitionTime, type V5Times } from '../v5/times.ts';
import { decodeModbus, type DecodedModbus, type ModbusContext } from './decode-modbus.ts';
import { FrameError } from './frame-error.ts';
import { hexNumber, hexOf } from './hex.ts';
import { withUnits, type DecodedRegisters } from './registers.ts';

export type V5Name = keyof typeof V5_CONTROL | 'unknown';

/** A V5 frame in words. `payload` holds what its kind of frame says, and `raw` the payload's bytes where nobody knows them. */
export interface DecodedV5 {
  name: V5Name;
  /** Control code, as `0x41`. */
  control: string;
  loggerSerial: number;
  serverSequence: number;
  loggerSequence: number;
  payloadLength: number;
  payload?: Readonly<Record<string, unknown>>;
  modbus?: DecodedModbus;
  raw?: string;
}

const NAMES = new Map(Object.entries(V5_CONTROL).map(([name, code]) => [code as number, name as V5Name]));

/** Bytes of the whole frame that begins here, by what its head says. Throws `FrameError` where it is none. */
export function v5Length(bytes: Uint8Array): number {
  if (bytes.length < V5_OVERHEAD)
    throw new FrameError('badLength', {
      expected: `>= ${V5_OVERHEAD}`,
      found: String(bytes.length),
    });
  if (bytes[3] !== 0x10)
    throw new FrameError('badMarker', { at: 4, expected: '0x10', found: hexNumber(bytes[3]!, 1) });
  return (bytes[1]! | (bytes[2]! << 8)) + V5_OVERHEAD;
}

/** Reads one whole V5 frame. Throws `FrameError`. */
export function decodeV5(
  bytes: Uint8Array,
  context: { address?: number; profile?: Profile } = {},
): DecodedV5 {
  const frame = frameOf(bytes);
  const head = {
    name: NAMES.get(frame.control) ?? 'unknown',
    control: hexNumber(frame.control, 1),
    loggerSerial: frame.serial,
    serverSequence: frame.serverSequence,
    loggerSequence: frame.loggerSequence,
    payloadLength: frame.payload.length,
  };
  return { ...head, ...contentOf(frame, context) };
}

function frameOf(bytes: Uint8Array): V5Frame {
  const size = v5Length(bytes);
  if (bytes.length !== size)
    throw new FrameError('badLength', { expected: String(size), found: String(bytes.length) });
  const end = size - 1;
  if (bytes[0] !== V5_START || bytes[end] !== V5_END)
    throw new FrameError('badEnd', { at: size, expected: '0x15', found: hexNumber(bytes[end]!, 1) });
  const sum = checksum(bytes, 1, end - 1);
  if (bytes[end - 1] !== sum)
    throw new FrameError('badChecksum', {
      at: end,
      expected: hexNumber(sum, 1),
      found: hexNumber(bytes[end - 1]!, 1),
    });
  return {
    control: bytes[4]!,
    serverSequence: bytes[5]!,
    loggerSequence: bytes[6]!,
    serial: new DataView(bytes.buffer, bytes.byteOffset).getUint32(7, true),
    payload: bytes.subarray(V5_HEADER, end - 1),
  };
}

type Content = Pick<DecodedV5, 'payload' | 'modbus' | 'raw'>;

function contentOf(frame: V5Frame, context: ModbusContext): Content {
  const { payload } = frame;
  switch (frame.control) {
    case V5_CONTROL.hello: {
      const hello = parseHello(payload);
      if (!hello) break;
      const { times, sensorList, ...rest } = hello;
      return { payload: { ...timesOf(times), ...rest, ...sensorOf(sensorList) } };
    }
    case V5_CONTROL.data:
      return dataOf(frame);
    case V5_CONTROL.wifi: {
      const info = parseWifiInfo(payload);
      if (!info) break;
      const { times, ...rest } = info;
      return { payload: { ...timesOf(times), ...rest } };
    }
    case V5_CONTROL.report: {
      const times = parseReport(payload);
      return times ? { payload: timesOf(times) } : { raw: hexOf(payload) };
    }
    case V5_CONTROL.heartbeat:
      return { payload: { frameType: hexNumber(payload[0] ?? 0, 1) } };
    case V5_CONTROL.command:
      return commandOf(payload, context);
    case V5_CONTROL.commandAnswer:
    case V5_CONTROL.commandInterim:
      return answerOf(payload, context);
    case V5_CONTROL.helloAnswer:
    case V5_CONTROL.dataAnswer:
    case V5_CONTROL.wifiAnswer:
    case V5_CONTROL.heartbeatAnswer:
    case V5_CONTROL.reportAnswer: {
      const answer = parseServerAnswer(payload);
      if (answer)
        return { payload: { serverTime: new Date(answer.now).toISOString(), periodSeconds: answer.period } };
      break;
    }
    default:
  }
  return { raw: hexOf(payload) };
}

function dataOf(frame: V5Frame): Content {
  const head = parseDataHead(frame.payload);
  if (!head) return { raw: hexOf(frame.payload) };
  const pushed = decodePush(frame);
  const meaning: Partial<DecodedRegisters> & { sn?: string } = pushed
    ? { sn: pushed.sn, values: withUnits(pushed.values) }
    : {};
  return {
    payload: { ...timesOf(head.times), buffered: head.buffered, ...sensorOf(head.sensorList), ...meaning },
    ...(pushed ? {} : { raw: hexOf(head.body) }),
  };
}

function commandOf(payload: Uint8Array, context: ModbusContext): Content {
  const command = parseCommand(payload);
  if (command?.type === 'modbus')
    return {
      payload: sensorOf(command.sensorList),
      modbus: decodeModbus(command.rtu, { ...context, direction: 'down' }),
    };
  return command?.type === 'at' ? { payload: { at: command.text } } : { raw: hexOf(payload) };
}

function answerOf(payload: Uint8Array, context: ModbusContext): Content {
  const answer = parseCommandAnswer(payload);
  if (answer.type === 'modbus')
    return {
      payload: timesOf(answer.times),
      modbus: decodeModbus(answer.rtu, { ...context, direction: 'up' }),
    };
  if (answer.type === 'at') return { payload: { ...timesOf(answer.times), at: answer.text } };
  return answer.reason === 'malformed'
    ? { raw: hexOf(payload) }
    : { payload: { error: answer.reason, code: answer.code } };
}

function timesOf(times: V5Times): Record<string, unknown> {
  const acquired = acquisitionTime(times);
  return {
    frameType: hexNumber(times.frameType, 1),
    totalSeconds: times.totalSeconds,
    powerOnSeconds: times.powerOnSeconds,
    offsetSeconds: times.offsetSeconds,
    ...(acquired !== undefined && { acquiredAt: new Date(acquired).toISOString() }),
  };
}

function sensorOf(sensorList: number | undefined): Record<string, string> {
  return sensorList === undefined ? {} : { sensorList: hexNumber(sensorList, 2) };
}
