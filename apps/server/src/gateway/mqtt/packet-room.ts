import { createRoomOfSenders, type HeldRoom, type RoomSize } from '../../platform/room-of-senders.ts';

const MB = 1024 * 1024;
/** Sixteen devices of one organisation may have half of the largest message under way. */
const OF_ORGANISATIONS: RoomSize = { each: 16 * MB, inAll: 128 * MB };
/** Devices that nobody owns share less, each site by itself. */
const OF_STRANGERS: RoomSize = { each: 4 * MB, inAll: 32 * MB };

/** Whom unfinished packets count for: an organisation by its code, or the site of a device that nobody owns. */
export interface PacketSender {
  organisationCode: string | null;
  site: string;
}

/** Bytes of unfinished packets, of all connections together. */
export interface PacketRoom {
  /** For one packet. `end` is called once where it has to go, because others need the room that it held. */
  hold(sender: PacketSender, end: () => void): HeldRoom;
}

export function createPacketRoom(
  sizes = { organisations: OF_ORGANISATIONS, strangers: OF_STRANGERS },
): PacketRoom {
  const organisations = createRoomOfSenders(sizes.organisations);
  const strangers = createRoomOfSenders(sizes.strangers);
  return {
    hold: ({ organisationCode, site }, end) =>
      organisationCode === null ? strangers.hold(site, end) : organisations.hold(organisationCode, end),
  };
}
