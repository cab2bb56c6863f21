/** Memory that pieces may take: of one sender, and of all together. A piece is a packet that is unfinished, or what a reader lets wait. */
export interface RoomSize {
  each: number;
  inAll: number;
}

/** Up to this size a piece gets in wherever its sender holds no more than its fair share. */
const SMALL = 65_536;

/** The room that one piece holds. */
export interface HeldRoom {
  /** It has so many bytes now. False: there is no room for them, and what it held is given back. */
  grow(bytes: number): boolean;
  release(): void;
}

interface Piece {
  bytes: number;
  /** Ends its connection, because others need the room. */
  end: () => void;
}

interface Sender {
  bytes: number;
  pieces: Set<Piece>;
}

/** Room for pieces that senders share, and that nobody keeps from others. */
interface RoomOfSenders {
  hold(sender: string, end: () => void): HeldRoom;
}

/**
 * Where the room is full, the largest piece of the sender that holds most of it has to go, so that whoever holds less than its fair share
 * (the room divided by its holders) gets in, however many pieces others have. The sender that holds most loses what it asked
 * for, except that a small piece takes the place of a larger one of its own.
 */
export function createRoomOfSenders({ each, inAll }: RoomSize): RoomOfSenders {
  const senders = new Map<string, Sender>();
  let total = 0;

  function change(name: string, piece: Piece, bytes: number): void {
    const sender = senders.get(name) ?? { bytes: 0, pieces: new Set() };
    const step = bytes - piece.bytes;
    piece.bytes = bytes;
    sender.bytes += step;
    total += step;
    if (bytes > 0) sender.pieces.add(piece);
    else sender.pieces.delete(piece);
    if (sender.pieces.size > 0) senders.set(name, sender);
    else senders.delete(name);
  }

  /** Who is to make room before a sender may have `step` bytes more; undefined: there is room. */
  function whoYields(name: string, step: number): string | undefined {
    const wanted = (senders.get(name)?.bytes ?? 0) + step;
    if (wanted > each) return name;
    if (total + step <= inAll) return undefined;
    let most = { name, bytes: wanted };
    for (const [other, { bytes }] of senders) if (bytes > most.bytes) most = { name: other, bytes };
    return most.name;
  }

  function makeRoom(name: string, piece: Piece, bytes: number): boolean {
    for (;;) {
      const from = whoYields(name, bytes - piece.bytes);
      if (from === undefined) return true;
      const largest = largestOf(senders.get(from), piece);
      const yields = from !== name || (bytes <= SMALL && (largest?.bytes ?? 0) > bytes);
      if (!largest || !yields) return false;
      change(from, largest, 0);
      largest.end();
    }
  }

  return {
    hold(name, end) {
      const piece: Piece = { bytes: 0, end };
      return {
        grow(bytes) {
          const fits = makeRoom(name, piece, bytes);
          change(name, piece, fits ? bytes : 0);
          return fits;
        },
        release: () => change(name, piece, 0),
      };
    },
  };
}

/** Of equal ones the one that is under way longest. */
function largestOf(sender: Sender | undefined, besides: Piece): Piece | undefined {
  let largest: Piece | undefined;
  for (const piece of sender?.pieces ?? [])
    if (piece !== besides && piece.bytes > (largest?.bytes ?? 0)) largest = piece;
  return largest;
}
