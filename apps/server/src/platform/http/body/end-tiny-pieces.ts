import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** Pieces of a body that may be of any size: small devices write a value at a time. */
const FREE_PIECES = 500;
/** Beyond these, so many bytes come in a piece on the average. */
const LEAST_BYTES = 32;
/** Where a parser of Node keeps the function that takes a piece of a body. Without one the rest of what was read is passed over. */
const TAKE_PIECE = 3;

type TakePiece = (this: Parser, piece: Uint8Array) => void;

interface Parser {
  [TAKE_PIECE]: TakePiece | null;
}

/** What came of the requests that a connection sent in one turn of the event loop. */
interface Taken {
  pieces: number;
  bytes: number;
  isOfThisTurn: boolean;
}

/**
 * Disconnects whoever sends bodies in pieces of next to nothing. Node hands over each of the ten thousand pieces of one byte that 64 kB hold, some 40 ms
 * whoever sends them and whatever is answered, in which nobody else has a turn: a megabyte a second kept the server from everybody. Node has no limit for
 * that; tests see that nothing more is taken, and that its parsers, which others get afterwards, are as they were.
 */
export function endTinyPieces(server: Server): void {
  const takenOf = new WeakMap<Socket, Taken>();

  server.on('request', ({ socket }: IncomingMessage & { socket: Socket & { parser?: Parser | null } }) => {
    const { parser } = socket;
    if (!parser) return;
    let taken = takenOf.get(socket);
    if (!taken) {
      taken = { pieces: 0, bytes: 0, isOfThisTurn: false };
      takenOf.set(socket, taken);
      watch(parser, socket, taken);
    }
    beginTurn(taken);
  });
}

/** Requests that are sent ahead, and taken in the same turn, count together. */
function beginTurn(taken: Taken): void {
  if (taken.isOfThisTurn) return;
  Object.assign(taken, { pieces: 0, bytes: 0, isOfThisTurn: true });
  setImmediate(() => (taken.isOfThisTurn = false));
}

function watch(parser: Parser, socket: Socket, taken: Taken): void {
  const takePiece = parser[TAKE_PIECE];
  if (!takePiece) return;
  parser[TAKE_PIECE] = function count(piece) {
    taken.pieces += 1;
    taken.bytes += piece.length;
    if (taken.pieces <= FREE_PIECES + taken.bytes / LEAST_BYTES) return takePiece.call(this, piece);
    parser[TAKE_PIECE] = null;
    socket.destroy();
  };
  socket.once('close', () => (parser[TAKE_PIECE] = takePiece));
}
