/** Memory that unfinished packets may take: of one sender, and of all together. */
export interface RoomSize {
  each: number;
  inAll: number;
}

/** Up to this size a packet gets in wherever its sender holds no more than its fair share. */
const SMALL = 65_536;

/** The room that one unfinished packet holds. */
export interface HeldRoom {
  /** The packet has so many bytes now. False: there is no room for them, and what it held is given back. */
  grow(bytes: number): boolean;
  release(): void;
}

interface Packet {
  bytes: number;
  /** Ends its connection, because others need the room. */
  end: () => void;
}

interface Sender {
  bytes: number;
  packets: Set<Packet>;
}

/** Room for unfinished packets that senders share, and that nobody keeps from others. */
interface FairRoom {
  hold(sender: string, end: () => void): HeldRoom;
}

/**
 * Where the room is full, the largest packet of the sender that holds most of it has to go, so that whoever holds less than its fair share
 * (the room divided by its holders) gets in, however many packets others leave unfinished. The sender that holds most loses what it asked
 * for, except that a small packet takes the place of a larger one of its own.
 */
export function createFairRoom({ each, inAll }: RoomSize): FairRoom {
  const senders = new Map<string, Sender>();
  let total = 0;

  function change(name: string, packet: Packet, bytes: number): void {
    const sender = senders.get(name) ?? { bytes: 0, packets: new Set() };
    const step = bytes - packet.bytes;
    packet.bytes = bytes;
    sender.bytes += step;
    total += step;
    if (bytes > 0) sender.packets.add(packet);
    else sender.packets.delete(packet);
    if (sender.packets.size > 0) senders.set(name, sender);
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

  function makeRoom(name: string, packet: Packet, bytes: number): boolean {
    for (;;) {
      const from = whoYields(name, bytes - packet.bytes);
      if (from === undefined) return true;
      const largest = largestOf(senders.get(from), packet);
      const yields = from !== name || (bytes <= SMALL && (largest?.bytes ?? 0) > bytes);
      if (!largest || !yields) return false;
      change(from, largest, 0);
      largest.end();
    }
  }

  return {
    hold(name, end) {
      const packet: Packet = { bytes: 0, end };
      return {
        grow(bytes) {
          const fits = makeRoom(name, packet, bytes);
          change(name, packet, fits ? bytes : 0);
          return fits;
        },
        release: () => change(name, packet, 0),
      };
    },
  };
}

/** Of equal ones the one that is under way longest. */
function largestOf(sender: Sender | undefined, besides: Packet): Packet | undefined {
  let largest: Packet | undefined;
  for (const packet of sender?.packets ?? [])
    if (packet !== besides && packet.bytes > (largest?.bytes ?? 0)) largest = packet;
  return largest;
}
