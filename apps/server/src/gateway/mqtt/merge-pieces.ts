/** Pieces that are smaller than this take more memory than their bytes. So many of them are made one. */
const SMALL_PIECE = 256;
const MANY_PIECES = 64;

/** What a parser has of a packet that is not whole, piece by piece as it came. */
export interface Pieces {
  length: number;
  slice(): Buffer;
  consume(bytes: number): void;
  append(piece: Buffer): void;
}

/** Counts pieces of one packet after the other. `add` makes many small ones one, `reset` is called where the packet is whole. */
export function createPieceCount() {
  let pieces = 0;
  return {
    add(list: Pieces): void {
      pieces += 1;
      if (pieces < MANY_PIECES || pieces * SMALL_PIECE <= list.length) return;
      const whole = list.slice();
      list.consume(list.length);
      list.append(whole);
      pieces = 1;
    },
    /** Answers whether there were any. */
    reset(): boolean {
      const any = pieces > 0;
      pieces = 0;
      return any;
    },
  };
}
