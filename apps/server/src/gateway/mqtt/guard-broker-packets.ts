import type { Parser } from 'mqtt-packet';
import { createPieceCount, type Pieces } from './merge-pieces.ts';

/** Parts of the parser that its types leave out. */
interface HeadParser {
  packet: { length: number };
  _list: Pieces;
  /** Reads the body when it is there; called again with each piece until then. */
  _parsePayload(): boolean;
  _emitError(fault: Error): void;
}

/**
 * Looks at the length of each packet before its body is collected. The connection names the largest one that it takes, but a broker that does not
 * care may announce 256 MB, which would be collected and read in one go.
 */
export function guardBrokerPackets(parser: Parser, largestPacket: number): void {
  const inner = parser as unknown as HeadParser;
  const parsePayload = inner._parsePayload.bind(inner);
  const pieces = createPieceCount();
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
