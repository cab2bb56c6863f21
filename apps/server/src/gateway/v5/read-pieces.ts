import type { Socket } from 'node:net';

/** So much of a connection is looked through in one turn: twice the largest frame, or some hundred of the smallest. */
const PIECE_BYTES = 4096;

interface Reading {
  /** Whether the other side is let in: what comes of it in small pieces, as from a logger, is looked through at once. */
  isLetIn(): boolean;
  /** Undefined where nobody waits. */
  turn(): Promise<void> | undefined;
  /** Looks through a piece. */
  take(piece: Buffer): void;
}

export interface Pieces {
  /** Takes the next piece of what has come, if there is one. */
  look(): void;
  /** The same, and reads on where there is none. */
  readOn(): void;
}

/**
 * Takes what comes over a connection in pieces, each when it is its sender's turn. Node reads up to 64 kB of a connection in one go, with all that have come
 * over others: five thousand frames of each, of which a stranger's first one alone is answered.
 */
export function readPieces(socket: Socket, { isLetIn, turn, take }: Reading): Pieces {
  let unread: Buffer | undefined;
  let isWaiting = false;

  function takePiece(): void {
    isWaiting = false;
    if (!unread || socket.destroyed) return;
    const piece = unread.subarray(0, PIECE_BYTES);
    unread = unread.length > PIECE_BYTES ? unread.subarray(PIECE_BYTES) : undefined;
    take(piece);
  }

  function look(): void {
    if (!unread || isWaiting) return;
    const wait = turn();
    if (!wait) return takePiece();
    isWaiting = true;
    void wait.then(takePiece);
  }

  socket.on('data', (bytes: Buffer) => {
    if (!unread && bytes.length <= PIECE_BYTES && isLetIn()) return take(bytes);
    unread = unread ? Buffer.concat([unread, bytes]) : bytes;
    socket.pause();
    look();
  });
  return {
    look,
    readOn() {
      if (unread) look();
      else socket.resume();
    },
  };
}
