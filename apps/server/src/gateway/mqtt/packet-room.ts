import { createByteRoom, type RoomSize } from '../../platform/byte-room.ts';
import { PacketFault } from './packet-fault.ts';

const MB = 1024 * 1024;
/** Sixteen devices of one organisation may have half of the largest message under way. */
const OF_ORGANISATIONS: RoomSize = { each: 16 * MB, inAll: 128 * MB };
/** Devices that nobody owns share less, each network by itself. */
const OF_STRANGERS: RoomSize = { each: 4 * MB, inAll: 32 * MB };

/** Whom unfinished packets count for: an organisation by its code, or the network of a device that nobody owns. */
export interface PacketSender {
  organisationCode: string | null;
  network: string;
}

/** Bytes of unfinished packets, of all connections together. */
export interface PacketRoom {
  /** Answers what gives the bytes back. Throws PacketFault when the sender, or all together, hold too much. */
  take(sender: PacketSender, bytes: number): () => void;
}

export function createPacketRoom(
  sizes = { organisations: OF_ORGANISATIONS, strangers: OF_STRANGERS },
): PacketRoom {
  const organisations = createByteRoom(sizes.organisations);
  const strangers = createByteRoom(sizes.strangers);
  return {
    take({ organisationCode, network }, bytes) {
      const [room, name] =
        organisationCode === null ? [strangers, network] : [organisations, organisationCode];
      try {
        room.take(name, bytes);
      } catch {
        throw new PacketFault('tooManyUnfinished');
      }
      return () => room.give(name, bytes);
    },
  };
}
