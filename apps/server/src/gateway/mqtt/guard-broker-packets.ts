import type { Parser } from 'mqtt-packet';
import { createPieceCount, type Pieces } from './merge-pieces.ts';

/** Parts of the parser that its types leave out. */
interface HeadParser {
  packet: { length: number };
  _list: Pieces;
  /** Where it reads in a packet. */
  _pos: number;
  /** Reads the body when it is there; called again with each piece until then. */
  _parsePayload(): boolean;
  _parseProperties(): object;
  /** A length; false where none is told. */
  _parseVarByteNum(): number | false;
  _emitError(fault: Error): void;
}

/**
 * Looks at the length of each packet before its body is collected. The connection names the largest one that it takes, but a broker that does not
 * care may announce 256 MB, which would be collected and read in one go. Properties are passed over: nothing of them is needed, a broker hands on what a
 * device puts in, and the parser takes half a second for a megabyte of them.
 */
export function guardBrokerPackets(parser: Parser, largestPacket: number): void {
  const inner = parser as unknown as HeadParser;
  const parsePayload = inner._parsePayload.bind(inner);
  const pieces = createPieceCount();
  inner._parseProperties = () => {
    const length = inner._parseVarByteNum() || 0;
    inner._pos += length;
    if (inner._pos > inner.packet.length)
      inner._emitError(new Error('the broker sends properties without an end'));
    return {};
  };
  inner._parsePayload = () => {
    const { packet, _list: list } = inner;
    if (packet.length > largestPacket) {
      inner._emitError(new Error('the broker sends a packet that is too large'));
      return false;
    }
    if (list.length < packet.length) pieces.add(list);
    else pieces.reset();
    return parsePayload();
  };
}
