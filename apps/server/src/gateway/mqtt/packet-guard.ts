import type { Socket } from 'node:net';
import type { Client } from 'aedes';
import { holdBehindConnect, type HeadParser } from './hold-behind-connect.ts';
import type { HeldRoom } from '../../platform/room-of-senders.ts';
import { createPieceCount, type Pieces } from './merge-pieces.ts';
import { PacketFault, type FaultReason } from './packet-fault.ts';
import type { PacketRoom, PacketSender } from './packet-room.ts';
import { checkHead, createPacketCount, SMALL_PACKET, type PacketHead } from './packet-rules.ts';

/** An unfinished packet that holds room has to be whole after this time. */
const PATIENCE_MS = 120_000;

/** The part of the broker's parser that sees the head of a packet, and how much of its body is there. */
interface Parser extends HeadParser {
  packet: PacketHead;
  _list: Pieces;
  /** Reads the body when it is there; called again with each piece until then. */
  _parsePayload(): boolean;
  _emitError(fault: Error): void;
}

export interface PacketGuard {
  /** Whom packets count for; undefined until the device has shown its secret. */
  sender: () => PacketSender | undefined;
  room: PacketRoom;
}

/**
 * Looks at the head of each packet before its body is collected, and ends the connection of one that is not to be taken: the parser
 * itself would collect the 256 MB that the protocol allows, of anybody. What is unfinished counts in a room that all connections share, and
 * what comes behind a CONNECT waits for its answer.
 */
export function guardPackets(socket: Socket, client: Client, { sender, room }: PacketGuard): void {
  const parser = parserOf(client);
  const parsePayload = parser._parsePayload.bind(parser);
  const countPacket = createPacketCount();
  const unfinished = createUnfinished(room, (reason) => parser._emitError(new PacketFault(reason)));
  const isAdmitted = () => sender() !== undefined;
  parser._parsePayload = () => {
    const { packet, _list: list } = parser;
    try {
      checkHead(packet, isAdmitted);
      if (list.length < packet.length) unfinished.grow(list, sender);
      else {
        unfinished.end();
        if (packet.cmd !== 'publish') countPacket();
        if (packet.cmd === 'connect') holdBehindConnect(parser, client);
      }
    } catch (fault) {
      parser._emitError(fault as Error);
      return false;
    }
    return parsePayload();
  };
  socket.once('close', () => unfinished.end());
}

/** What a connection holds of a packet that is not whole. Up to the size of a small packet it is free. `end` ends the connection. */
function createUnfinished(room: PacketRoom, end: (reason: FaultReason) => void) {
  const pieces = createPieceCount();
  let timer: NodeJS.Timeout | undefined;
  let held: HeldRoom | undefined;
  return {
    grow(list: Pieces, sender: PacketGuard['sender']): void {
      pieces.add(list);
      if (list.length <= SMALL_PACKET) return;
      const from = sender();
      if (from) held ??= room.hold(from, () => end('tooManyUnfinished'));
      if (held && !held.grow(list.length)) throw new PacketFault('tooManyUnfinished');
      timer ??= setTimeout(end, PATIENCE_MS, 'packetTooSlow').unref();
    },
    end(): void {
      if (!pieces.reset()) return;
      held?.release();
      held = undefined;
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

function parserOf(client: Client): Parser {
  const { _parser: parser } = client as unknown as { _parser?: Partial<Parser> };
  const asExpected =
    typeof parser?._list?.length === 'number' &&
    typeof parser.packet?.length === 'number' &&
    typeof parser._parsePayload === 'function' &&
    typeof parser._parseHeader === 'function' &&
    typeof parser.parse === 'function' &&
    typeof parser._emitError === 'function';
  if (!asExpected) throw new Error('the broker’s parser is not as expected');
  return parser as Parser;
}
