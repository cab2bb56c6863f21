/** A piece takes some 300 bytes of memory beside its own, so many that are smaller than this are made one. */
const SMALL_PIECE = 256;
const MANY_PIECES = 64;

/** What has come of a body, piece by piece. */
export interface GatheredPieces {
  add(piece: Buffer): void;
  /** All of it as one. */
  whole(): Buffer;
}

/**
 * Keeps the pieces of a body until it has come to its end. What it holds is counted in bytes, and small pieces take many times theirs: those of a stranger's
 * 16 kB took a hundred, and two megabytes of an account twenty.
 */
export function gatherPieces(): GatheredPieces {
  let pieces: Buffer[] = [];
  let length = 0;
  const whole = () => (pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces, length));
  return {
    add(piece) {
      pieces.push(piece);
      length += piece.length;
      if (pieces.length >= MANY_PIECES && pieces.length * SMALL_PIECE > length) pieces = [whole()];
    },
    whole,
  };
}
