import { withCrc } from '../modbus/crc16.ts';
import { wordAt } from '../modbus/word-at.ts';
import type { Profile } from '../profile/schema.ts';
import { V5_START } from '../v5/frame.ts';
import { decodeModbus, type DecodedModbus } from './decode-modbus.ts';
import { decodeV5, v5Length, type DecodedV5 } from './decode-v5.ts';
import { FrameError } from './frame-error.ts';

/** One frame in words, with its protocol and its bytes. */
export type DecodedFrame =
  | ({ protocol: 'v5'; bytes: number } & DecodedV5)
  | { protocol: 'modbusRtu'; bytes: number; modbus: DecodedModbus }
  | { protocol: 'modbusTcp'; bytes: number; transaction: number; modbus: DecodedModbus };

/** What the reader of a capture knows beside it. */
export interface DecodeOptions {
  /** Family of the device, by which registers are named. */
  profile?: Profile;
  /** First register of an answer whose request is not among the frames. */
  address?: number;
}

/** Bytes before the length of a Modbus TCP frame ends. */
const MBAP = 6;

/** Every frame of captures, in order. Throws as `decodeCaptures`. */
export function decodeFrames(captures: Iterable<Uint8Array>, options: DecodeOptions = {}): DecodedFrame[] {
  return [...decodeCaptures(captures, options)].flat();
}

/**
 * The frames of each capture, in order: V5 and Modbus TCP, glued together or alone, and Modbus RTU, one a capture. An answer right behind its request
 * takes the address from there. Throws `FrameError` for the first bytes that are no frame; their place counts from the begin of the frame.
 */
export function* decodeCaptures(
  captures: Iterable<Uint8Array>,
  { profile, address }: DecodeOptions = {},
): Generator<DecodedFrame[], void, undefined> {
  let known = address;
  for (const bytes of captures) {
    if (bytes.length === 0) throw new FrameError('empty');
    const frames: DecodedFrame[] = [];
    for (let at = 0; at < bytes.length;) {
      const options = { ...(profile && { profile }), ...(known !== undefined && { address: known }) };
      const frame = decodeFirst(bytes.subarray(at), options);
      frames.push(frame);
      at += frame.bytes;
      known = frame.modbus?.kind === 'readRequest' ? frame.modbus.address : address;
    }
    yield frames;
  }
}

function decodeFirst(bytes: Uint8Array, options: DecodeOptions): DecodedFrame {
  if (bytes[0] === V5_START) {
    const size = v5Length(bytes);
    return { protocol: 'v5', bytes: size, ...decodeV5(bytes.subarray(0, size), options) };
  }
  if (startsModbusTcp(bytes)) {
    const size = MBAP + wordAt(bytes, 4);
    const rtu = withCrc(bytes.subarray(MBAP, size));
    return {
      protocol: 'modbusTcp',
      bytes: size,
      transaction: wordAt(bytes, 0),
      modbus: decodeModbus(rtu, options),
    };
  }
  if (bytes.length < 4) throw new FrameError('unknownProtocol', { found: String(bytes.length) });
  return { protocol: 'modbusRtu', bytes: bytes.length, modbus: decodeModbus(bytes, options) };
}

/** Whether a head of Modbus TCP stands here, with a whole frame behind it. */
function startsModbusTcp(bytes: Uint8Array): boolean {
  if (bytes.length < MBAP + 3 || wordAt(bytes, 2) !== 0) return false;
  const length = wordAt(bytes, 4);
  return length >= 3 && length <= 254 && bytes.length >= MBAP + length;
}
