import type { IConnectPacket } from 'mqtt-packet';
import { PacketFault } from './packet-fault.ts';

const LONGEST_CLIENT_ID = 256;
/** Seconds between two packets of a device at most, also where it asks for more or for no limit. */
const LONGEST_KEEPALIVE = 3600;

type Shaped = Pick<IConnectPacket, 'clean' | 'clientId' | 'keepalive' | 'username'>;

/** Makes of what a device asks for what it gets. Throws PacketFault for a client id that is too long. */
export function shapeConnect(packet: Shaped): void {
  if (packet.clientId.length > LONGEST_CLIENT_ID) throw new PacketFault('clientIdTooLong');
  // Client ids are the devices' own choice; with the SN before it none can push another one out.
  packet.clientId = `${packet.username ?? ''}/${packet.clientId}`;
  // The platform sends nothing again, so nothing of a session is worth memory when its connection has ended.
  packet.clean = true;
  // Zero would keep the connection of a device that went away without a word for ever.
  packet.keepalive = Math.min(packet.keepalive || LONGEST_KEEPALIVE, LONGEST_KEEPALIVE);
}
